export { EventMapper } from './event-mapper.js';
export { PublishingModule } from './publishing.module.js';
