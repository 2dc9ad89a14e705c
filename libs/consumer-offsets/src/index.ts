export { acknowledgeGaps, readGaps } from './consumer-gaps.js';
export {
  type ClusterTopic,
  lockOffsets,
  type ReachedOffset,
  readOffset,
  type StoredOffset,
  storeOffsets,
  storeStartingOffset,
  type TopicPartition,
} from './consumer-offsets.js';
export { isReplaced, recordMarkOf } from './record-mark.js';
export type { LostOffsetPolicy } from './starting-offset.js';
export { type FoundInLog, resolveStartingPositions, type StartingPosition } from './starting-positions.js';
