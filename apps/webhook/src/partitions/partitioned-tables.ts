/** A table with a partition for each day on which the ids of its rows were made, and one for all that fit none. */
export interface PartitionedTable {
  readonly name: string;
  /** The column that it is partitioned by. */
  readonly key: string;
  /** With which these ids begin, without the underscore. */
  readonly idPrefix: string;
}

/** Those whose rows refer to others come before them. */
export const PARTITIONED_TABLES: readonly PartitionedTable[] = [
  { name: 'webhook_attempts', key: 'message_id', idPrefix: 'msg' },
  { name: 'webhook_messages', key: 'id', idPrefix: 'msg' },
  { name: 'webhook_events', key: 'id', idPrefix: 'evt' },
];
