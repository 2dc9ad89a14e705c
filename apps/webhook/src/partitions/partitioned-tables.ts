import type { PartitionedTable } from '@cds/work-queue';
import { KEPT_DAYS } from './kept-days.js';

/** Partitioned by the day on which the ids of its rows were made, which begin with `idPrefix`. */
const byId = (name: string, key: string, idPrefix: string): PartitionedTable => ({
  name,
  key,
  firstAt: (time) => `first_id_at('${idPrefix}', ${time})`,
  keptDays: KEPT_DAYS,
});

/** Those whose rows refer to others come before them. */
export const PARTITIONED_TABLES: readonly PartitionedTable[] = [
  byId('webhook_attempts', 'message_id', 'msg'),
  byId('webhook_messages', 'id', 'msg'),
  byId('webhook_events', 'id', 'evt'),
];
