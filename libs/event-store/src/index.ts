export type { AppendContext, BeginContext, StreamAppend } from './append-context.js';
export * from './event-codec.js';
export * from './event-forms.js';
export * from './event-priority.js';
export * from './event-store.js';
export { type Horizon, moveHorizon, readHorizon } from './log-horizon.js';
export { hasLiveRoom, LIVE_BURST, type LiveBatch } from './live-room.js';
export { LOG_ORDER } from './log-order.sql.js';
export type { FirstEvent } from './first-events.js';
export {
  type BatchLimits,
  type LogBatch,
  type LogPosition,
  LOG_START,
  readLog,
  readLogSpan,
  type StoredEvent,
} from './read-log.js';
export { channelOf, sessionNameOf } from './relay-name.js';
export * from './relay-notifier.js';
export { toRecordedEvent } from './event-row.js';
export { SNAPSHOT_INTERVAL, type SnapshotOptions } from './snapshot-options.js';
export * from './stream-states.js';
export type { Step } from './stream-walk.js';
export { hasPriorityOf, waitsBehind } from './waits-behind.sql.js';
