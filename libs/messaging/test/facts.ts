import { FACT } from '@cds/testing';
import type pg from 'pg';
import { z } from 'zod';
import type { BatchContext } from '../src/index.js';
import type { ParserOf, ReceivedEvent } from '@cds/kafka';

const factSchema = z.object({ number: z.int() });
type Fact = z.infer<typeof factSchema>;

/** Knows one type of event; all others are a newer producer's. */
export const parseFacts: ParserOf = (type) => (type === FACT ? (data) => factSchema.parse(data) : undefined);

export const numberOf = (event: ReceivedEvent): number | null =>
  event.data === null ? null : (event.data as Fact).number;

export const TABLES = `
  CREATE TABLE consumer_offsets (
    cluster_id text NOT NULL, topic text NOT NULL, partition integer NOT NULL, next_offset bigint NOT NULL,
    last_offset bigint, last_event_id text, last_timestamp timestamptz(3),
    PRIMARY KEY (cluster_id, topic, partition)
  );
  CREATE TABLE consumer_gaps (
    cluster_id text NOT NULL, topic text NOT NULL, partition integer NOT NULL, from_offset bigint NOT NULL,
    to_offset bigint NOT NULL, reason text NOT NULL, noticed_at timestamptz(3) NOT NULL,
    PRIMARY KEY (cluster_id, topic, partition, from_offset)
  );
  CREATE TABLE facts (
    position bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    event_id text NOT NULL, subject text NOT NULL, number integer, partition integer NOT NULL, "offset" bigint NOT NULL
  );`;

/** Writes a row for each event: what counts twice is seen twice. */
export const recordFacts = async (events: readonly ReceivedEvent[], { tx }: BatchContext): Promise<void> => {
  await tx.query(
    `INSERT INTO facts (event_id, subject, number, partition, "offset")
     SELECT * FROM unnest($1::text[], $2::text[], $3::int[], $4::int[], $5::bigint[])`,
    [
      events.map((one) => one.id),
      events.map((one) => one.subject),
      events.map(numberOf),
      events.map((one) => one.partition),
      events.map((one) => one.offset),
    ],
  );
};

export const recordedNumbers = async (pool: pg.Pool): Promise<(number | null)[]> => {
  const { rows } = await pool.query<{ number: number | null }>('SELECT number FROM facts ORDER BY position');
  return rows.map(({ number }) => number);
};
