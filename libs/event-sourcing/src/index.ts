export type { Actor, DomainEvent, EventMetadata, RecordedEvent } from './domain-event.js';
export { fold } from './fold.js';
