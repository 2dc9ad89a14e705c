import { channelOf, type EventPriority, sessionNameOf } from '@cds/event-store';
import { unlessAborted } from '@cds/kafka';
import pg from 'pg';
import { Latch } from './latch.js';
import { isQueryTimeout, serverShutdown } from '@cds/postgres';
import type { Queryable } from '@cds/postgres';

const HAND_OVER = 'hand-over';
const CLOSE_MS = 1_000;

/**
 * The plan of a prepared statement may be made while the log is nearly empty and used when it is not: by index, always.
 * With that, no value of a parameter makes a better plan than another, and planning each read anew would cost more than
 * the read. A checkpoint that a crash of the server forgets means that events are sent twice, which they may be, so its
 * commits need not wait for the disk. The keep-alives free the lock of a host that vanished without a word.
 */
const SETTINGS = `SET enable_seqscan = off; SET enable_bitmapscan = off;
SET plan_cache_mode = force_generic_plan; SET jit = off; SET synchronous_commit = off; SET idle_session_timeout = 0;
SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3`;

/**
 * The one connection of a relay: it holds the lock and hears the wake-ups, and all that a leader does in the database
 * goes through it. So who has lost the lock has lost the means to move the checkpoint too.
 */
export class RelaySession {
  /**
   * Something was committed. Bulk events can wait for a poll, so a notification wakes the live ones alone.
   */
  readonly woken: Readonly<Record<EventPriority, Latch>> = { live: new Latch(), bulk: new Latch() };
  /** A leader left in good order. */
  readonly handedOver = new Latch();
  private readonly ending = new AbortController();
  private lastUse: Promise<unknown> = Promise.resolve();

  private constructor(
    private readonly client: pg.Client,
    private readonly channel: string,
  ) {
    client.on('error', (error) => this.ending.abort(error));
    const letGo = (): void => void this.close();
    serverShutdown.once('begun', letGo);
    this.lost.addEventListener('abort', () => serverShutdown.off('begun', letGo), { once: true });
    client.on('end', () => this.ending.abort(new Error('The connection of the relay ended')));
    client.on('notification', ({ payload }) => (payload === HAND_OVER ? this.handedOver : this.woken.live).set());
  }

  static async open(connection: pg.ClientConfig, name: string): Promise<RelaySession> {
    const client = new pg.Client({
      connectionTimeoutMillis: 10_000,
      query_timeout: 30_000,
      keepAlive: true,
      ...connection,
      application_name: sessionNameOf(name),
    });
    const session = new RelaySession(client, channelOf(name));
    try {
      // `pg` never settles a `connect` during which `end` is called.
      await unlessAborted(client.connect(), session.lost);
      await client.query(`${SETTINGS}; LISTEN ${pg.escapeIdentifier(session.channel)}`);
      return session;
    } catch (error) {
      await session.close();
      throw error;
    }
  }

  /** Aborts when the connection, and with it the lock, is lost. */
  get lost(): AbortSignal {
    return this.ending.signal;
  }

  /**
   * Runs queries when those of other callers are done: both priorities share the connection. One that is silent for
   * longer than its time-out is lost, and whoever waits for it fails at once.
   */
  use<T>(work: (db: Queryable) => Promise<T>): Promise<T> {
    const done = this.lastUse.then(() => {
      this.lost.throwIfAborted();
      return work(this.client);
    });
    this.lastUse = done.catch((error: unknown) => {
      if (isQueryTimeout(error)) this.ending.abort(error);
    });
    return done;
  }

  /** Never waits: a stand-by that waited inside PostgreSQL would hold back vacuum for as long. */
  async tryToLead(): Promise<boolean> {
    const { rows } = await this.client.query<{ leads: boolean }>(
      'SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS leads',
      [this.channel],
    );
    return rows[0]?.leads ?? false;
  }

  /** Gives up the lock and notifies the stand-bys. */
  async handOver(): Promise<void> {
    await this.client.query('SELECT pg_advisory_unlock(hashtextextended($1, 0)), pg_notify($1, $2)', [
      this.channel,
      HAND_OVER,
    ]);
  }

  /** Never fails; a connection that cannot say goodbye is left to the keep-alives. */
  async close(): Promise<void> {
    const patience = new Promise<void>((resolve) => setTimeout(resolve, CLOSE_MS).unref());
    await Promise.race([this.client.end().catch(() => undefined), patience]);
  }
}
