import type { Queryable } from '@cds/postgres';

/** Messages that wait, by what they wait for. In all they are counted up to 100,000. */
export interface WaitingMessages {
  /** Nothing: they are due, and are sent as soon as a copy comes to it. */
  readonly now: number;
  /** They are due, but have to wait for an earlier message of their subject or for the rate of their endpoint. */
  readonly held: number;
  /** Their next attempt, or the end of the one in flight. */
  readonly later: number;
}

/** Costs an index probe for each subject that has due messages of an endpoint with `ordering: per_subject`. */
export const countWaiting = async (db: Queryable, now: Date): Promise<WaitingMessages> => {
  const { rows } = await db.query<WaitingMessages>(WAITING, [now]);
  return rows[0] ?? { now: 0, held: 0, later: 0 };
};

/** An endpoint whose last slot was longer ago is not sent to at its rate: its messages wait for nothing but a copy. */
const RATE_IN_USE = "interval '1 minute'";

// Dead receivers may have millions of messages, which would be read each time that the metrics are.
const WAITING = `
WITH waiting AS MATERIALIZED (
  SELECT endpoint_id, CASE WHEN sequence IS NOT NULL THEN subject END AS subject, sequence, due_at
  FROM pending_messages LIMIT 100000
),
queues AS MATERIALIZED (
  SELECT endpoint_id, subject, min(sequence) AS first, count(*) AS due
  FROM waiting WHERE due_at <= $1 GROUP BY endpoint_id, subject
),
sendable AS (
  SELECT queue.due, CASE
    WHEN e.max_rate_per_second IS NOT NULL AND e.next_slot_at > $1 - ${RATE_IN_USE} THEN 0
    WHEN queue.subject IS NULL THEN queue.due
    WHEN queue.first = (
      SELECT head.sequence FROM pending_messages AS head
      WHERE head.endpoint_id = queue.endpoint_id AND head.subject = queue.subject AND head.sequence IS NOT NULL
      ORDER BY head.sequence LIMIT 1
    ) THEN 1
    ELSE 0
  END AS now
  FROM queues AS queue LEFT JOIN endpoints AS e ON e.id = queue.endpoint_id
)
SELECT coalesce(sum(sendable.now), 0)::int AS now, coalesce(sum(sendable.due - sendable.now), 0)::int AS held,
  (SELECT count(*) FROM waiting WHERE due_at > $1)::int AS later
FROM sendable`;
