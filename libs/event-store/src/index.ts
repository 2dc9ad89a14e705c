export type { AppendContext, BeginContext } from './append-context.js';
export * from './event-codec.js';
export type { EventPriority } from './event-priority.js';
export * from './event-relay.js';
export * from './event-store.js';
export type { FirstEvent } from './first-events.js';
export { type LogBatch, type LogPosition, LOG_START, readLog, type StoredEvent } from './read-log.js';
export * from './relay-options.js';
export * from './relay-notifier.js';
