import type { PartitionedTable } from '@cds/work-queue';
import { KEPT_DAYS } from './kept-days.js';

/** A message is updated once or twice: a new version on the page of the old one needs no new entries in indexes. */
const MESSAGES_FILL_FACTOR = 70;

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
  { ...byId('webhook_messages', 'id', 'msg'), fillFactor: MESSAGES_FILL_FACTOR },
  byId('webhook_events', 'id', 'evt'),
];
