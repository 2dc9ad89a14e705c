export * from './connect-consumers.js';
export * from './event-mapper.js';
export * from './kafka.module.js';
export * from './publishing.module.js';
