export * from './event-codec.js';
export * from './event-relay.js';
export * from './event-store.js';
export { type LogBatch, type LogPosition, LOG_START, readLog, type StoredEvent } from './read-log.js';
export * from './queryable.js';
export * from './relay-options.js';
export * from './relay-waker.js';
export { prepared, type PreparedStatement, type Statement } from './statement.js';
