import type { DomainEvent, RecordedEvent } from '@cds/event-sourcing';
import { eventually, testDatabase } from '@cds/testing';
import pg from 'pg';
import type { AppendContext } from '../src/append-context.js';
import { EventStore } from '../src/event-store.js';
import type { Queryable } from '@cds/postgres';

export type Noted = DomainEvent<'Noted', { text: string }>;

export const noted = (text: string): Noted => ({ type: 'Noted', data: { text } });

export const contextAt = (occurredAt: string): AppendContext => ({
  occurredAt: new Date(occurredAt),
  actor: null,
  requestId: null,
  traceparent: null,
});

export const CONTEXT = contextAt('2026-05-01T08:00:00.000Z');

const TABLES = `
CREATE TABLE events (
  position bigserial NOT NULL, lane smallint NOT NULL DEFAULT 0, transaction_id bigint NOT NULL,
  stream_id text NOT NULL, version int NOT NULL, event_id text NOT NULL, type text NOT NULL, data json NOT NULL,
  personal json, person_id text, metadata json NOT NULL, occurred_at timestamptz(3) NOT NULL,
  CONSTRAINT events_pkey PRIMARY KEY (stream_id, version),
  CONSTRAINT events_follow_previous CHECK (transaction_id > 0)
);
CREATE UNIQUE INDEX events_lane_transaction_id_position_key ON events (lane, transaction_id, position);
CREATE TABLE relay_checkpoints (
  name text NOT NULL, lane smallint NOT NULL DEFAULT 0, transaction_id bigint NOT NULL, position bigint NOT NULL,
  updated_at timestamptz(3) NOT NULL DEFAULT now(), PRIMARY KEY (name, lane)
);
CREATE TABLE relay_skipped (
  event_id text PRIMARY KEY, reason text NOT NULL, skipped_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE TABLE stream_snapshots (
  stream_id text NOT NULL, version int NOT NULL, schema_version int NOT NULL, state json NOT NULL,
  person_ids text[] NOT NULL, occurred_to timestamptz(3) NOT NULL, PRIMARY KEY (stream_id, version)
);
CREATE INDEX stream_snapshots_stream_id_occurred_to_version_idx ON stream_snapshots (stream_id, occurred_to, version);
CREATE TABLE erased_people (id text PRIMARY KEY);
CREATE TABLE notes (stream_id text PRIMARY KEY, text text NOT NULL, version int NOT NULL);
CREATE TABLE other_writes (id bigserial PRIMARY KEY);`;

/**
 * An event log of its own on a real server, with a read model and a table for writes that have nothing to do with it.
 */
export class EventLog {
  readonly store: EventStore<Noted>;
  readonly pool: pg.Pool;
  private clients: pg.PoolClient[] = [];
  private eventIds = 0;

  private constructor(
    readonly url: string,
    private readonly dropDatabase: () => Promise<void>,
  ) {
    this.pool = new pg.Pool({ connectionString: url, max: 20 });
    this.pool.on('error', () => undefined);
    this.store = new EventStore<Noted>({ newEventId: () => `event-${++this.eventIds}` });
  }

  static async create(): Promise<EventLog> {
    const { url, drop } = await testDatabase('empty');
    const log = new EventLog(url, drop);
    await log.pool.query(TABLES);
    return log;
  }

  append(streamId: string, expectedVersion: number, ...texts: readonly string[]): Promise<RecordedEvent<Noted>[]> {
    return this.appendIn(this.pool, streamId, expectedVersion, ...texts);
  }

  /** Begins a stream with a bulk event. */
  async beginBulk(streamId: string, text: string): Promise<void> {
    const client = await this.pool.connect();
    try {
      await client.query('BEGIN');
      await this.store.begin(client, [this.store.first(streamId, noted(text))], { ...CONTEXT, priority: 'bulk' });
      await client.query('COMMIT');
    } catch (error) {
      await client.query('ROLLBACK');
      throw error;
    } finally {
      client.release();
    }
  }

  /** The priorities of a stream's events as the column has them, oldest first. */
  async lanesOf(streamId: string): Promise<number[]> {
    const { rows } = await this.pool.query<{ lane: number }>(
      'SELECT lane FROM events WHERE stream_id = $1 ORDER BY version',
      [streamId],
    );
    return rows.map(({ lane }) => lane);
  }

  appendIn(
    db: Queryable,
    streamId: string,
    expectedVersion: number,
    ...texts: readonly string[]
  ): Promise<RecordedEvent<Noted>[]> {
    return this.store.append(db, streamId, expectedVersion, texts.map(noted), CONTEXT);
  }

  /** A transaction that has its id already, because it wrote something else. */
  async beginWithId(): Promise<pg.PoolClient> {
    const tx = await this.begin();
    await tx.query('INSERT INTO other_writes DEFAULT VALUES');
    return tx;
  }

  async begin(): Promise<pg.PoolClient> {
    const client = await this.pool.connect();
    this.clients.push(client);
    await client.query('BEGIN');
    return client;
  }

  /** Ends a transaction and gives its connection back. */
  async end(tx: pg.PoolClient, how: 'COMMIT' | 'ROLLBACK'): Promise<void> {
    await tx.query(how);
    this.clients = this.clients.filter((client) => client !== tx);
    tx.release();
  }

  /** Ends transactions that a test left open, and empties all tables. */
  async clear(): Promise<void> {
    await Promise.all(this.clients.map((client) => client.query('ROLLBACK')));
    this.clients.forEach((client) => client.release());
    this.clients = [];
    await this.pool.query(
      'TRUNCATE events, stream_snapshots, erased_people, relay_checkpoints, relay_skipped, notes, other_writes',
    );
  }

  async drop(): Promise<void> {
    await this.pool.end();
    await this.dropDatabase();
  }
}

/** Waits for a fact, with patience for a machine that is busy with other tests. */
export const soon = <T>(probe: () => T | Promise<T>): Promise<T> => eventually(probe, { timeoutMs: 20_000 });

/** The facts that a test compares: where, which version, what. */
export const facts = (events: readonly RecordedEvent<Noted>[]): string[] =>
  events.map(({ metadata, data }) => `${metadata.streamId}/${metadata.version} ${data.text}`);
