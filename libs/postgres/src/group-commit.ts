import { setTimeout as pause } from 'node:timers/promises';
import { forCauses } from '@cds/tracing';
import type pg from 'pg';
import { BackOff } from '@cds/errors';
import { asStatement, type BulkWrite } from './bulk-write.js';
import { closeIdle } from './close-idle.js';
import { wasNeverSent, wasUndone } from './culprit.js';
import { GROUP_COMMIT_DEFAULTS, type GroupCommitOptions } from './group-commit-options.js';
import { QueuedWriters, type Writer } from './queued-writers.js';
import { prepared, StatementNames } from './statement.js';
import { built, withoutCulprit } from './writer-groups.js';

/** Between two attempts to get a connection. */
const [RETRY_MIN_MS, RETRY_MAX_MS] = [20, 500];
/** Which writes meet in a statement is up to chance. The combinations that come first, so the usual ones, get names. */
const MAX_NAMES = 128;

/** Makes the writes of a writer at the moment when they are about to be sent. May be called again, if they were not. */
export type BuildWrites = () => readonly BulkWrite[];

/** A loop that sends one statement after the other. */
interface Sender {
  /** A statement that is slow gives its slot to another sender, and this one ends after it. */
  holdsSlot: boolean;
}

/**
 * Commits the writes of concurrent requests together: those that come while a statement is in flight wait, and go in
 * one statement then, or sooner when there are enough of them. Alone a writer waits for nobody; among many, statement,
 * commit and round trip are shared.
 *
 * Each writer's rows are written all or none, and its outcome is its own: PostgreSQL undoes a statement that it
 * refuses, the writer that its error names is taken out, and the others are sent again (in halves, where it names
 * none). A group that could not be sent waits for the next connection. When a connection broke or went silent with a
 * statement in flight, the writers in it fail, as their outcome is unknown; others go on with other connections.
 */
export class GroupCommit {
  private readonly queue: QueuedWriters;
  private readonly names = new StatementNames(MAX_NAMES);
  private readonly options: Required<GroupCommitOptions>;
  private readonly backOff = new BackOff(RETRY_MIN_MS, RETRY_MAX_MS);
  private inFlight = 0;
  private slow = 0;
  /** Writers whose writes are neither committed nor refused yet. */
  private unsettled = 0;
  private lingering: NodeJS.Timeout | undefined;

  constructor(
    private readonly pool: pg.Pool,
    options: GroupCommitOptions = {},
  ) {
    this.options = { ...GROUP_COMMIT_DEFAULTS, ...options };
    this.queue = new QueuedWriters(this.options);
  }

  /**
   * Resolves once the writes are committed. Writers with the same key are never in one statement: the second one sees
   * what the first one did. Writes that depend on the time they are sent at are given as a function. `weight` is what
   * they add to the `maxWeight` of a statement.
   */
  async commit(key: string, writes: readonly BulkWrite[] | BuildWrites, weight = 0): Promise<void> {
    this.unsettled += 1;
    const written = this.queue.add(key, typeof writes === 'function' ? writes : () => writes, weight);
    if (this.hasSlot() && this.isWorthOne(this.inFlight)) void this.send();
    else this.linger();
    try {
      await written;
    } finally {
      this.unsettled -= 1;
    }
  }

  private hasSlot(): boolean {
    return this.inFlight < this.options.maxInFlight;
  }

  /** Whether the writers that wait are worth a statement beside so many others. */
  private isWorthOne(others: number): boolean {
    const isAlone = others === 0 && this.unsettled < this.options.busyFrom;
    return this.queue.length >= (isAlone ? 1 : this.options.minBatch);
  }

  /** Few writers are not worth a statement at once, but they need not wait for a blocked one while a slot is free. */
  private linger(): void {
    this.lingering ??= setTimeout(() => {
      this.lingering = undefined;
      if (this.queue.length === 0) return;
      if (this.hasSlot() && this.queue.oldestMs >= this.options.maxLingerMs) void this.send();
      else this.linger();
    }, this.lingerMs());
  }

  private lingerMs(): number {
    const leftMs = this.options.maxLingerMs - this.queue.oldestMs;
    return leftMs > 0 ? leftMs : this.options.maxLingerMs;
  }

  private stopLingering(): void {
    clearTimeout(this.lingering);
    this.lingering = undefined;
  }

  private async send(): Promise<void> {
    const sender: Sender = { holdsSlot: true };
    this.inFlight += 1;
    // Requests that have arrived are heard first.
    await new Promise(setImmediate);
    do await this.sendNext(sender);
    while (sender.holdsSlot && this.isWorthOne(this.inFlight - 1));
    if (sender.holdsSlot) this.inFlight -= 1;
    else this.slow -= 1;
    if (this.queue.length > 0) this.linger();
    else this.stopLingering();
  }

  /** Sends what waits when there is a connection: writers that came until then are in the group. */
  private async sendNext(sender: Sender): Promise<void> {
    const client = await this.connect();
    if (!client) return;
    const slow = setTimeout(() => this.giveSlotAway(sender), this.options.slowAfterMs);
    let failure: unknown;
    try {
      failure = await this.writeGroup(client, this.queue.take());
    } finally {
      clearTimeout(slow);
      client.release(failure instanceof Error ? failure : failure !== undefined);
    }
  }

  private async connect(): Promise<pg.PoolClient | undefined> {
    try {
      const client = await this.pool.connect();
      this.backOff.reset();
      return client;
    } catch (error) {
      this.queue.failure = error;
      await pause(this.backOff.next());
      return undefined;
    }
  }

  /** Connections that idle lead to the same server: where one went silent they most likely are, too. */
  private giveSlotAway(sender: Sender): void {
    if (this.slow >= this.options.maxInFlight) return;
    sender.holdsSlot = false;
    this.inFlight -= 1;
    this.slow += 1;
    closeIdle(this.pool);
    if (this.isWorthOne(this.inFlight)) void this.send();
    else if (this.queue.length > 0) this.linger();
  }

  /** Settles every writer of the group, or queues it again; resolves to the error that ended the connection. */
  private async writeGroup(client: pg.PoolClient, group: readonly Writer[]): Promise<unknown> {
    const [writers, writes] = built(group);
    try {
      await forCauses(writers, () => this.write(client, writes));
    } catch (error) {
      if (wasNeverSent(error)) return this.putBack(writers, error);
      if (!wasUndone(error)) return this.fail(writers, error);
      return this.writeOthers(client, writers, error);
    }
    for (const { resolve } of writers) resolve();
    return undefined;
  }

  /** Writers that wait behind a connection that ended were never sent: another one will take them. */
  private async writeOthers(client: pg.PoolClient, group: readonly Writer[], error: unknown): Promise<unknown> {
    const parts = withoutCulprit(group, error);
    for (const [index, part] of parts.entries()) {
      const failure = await this.writeGroup(client, part);
      if (failure === undefined) continue;
      this.queue.putBack(parts.slice(index + 1).flat());
      return failure;
    }
    return undefined;
  }

  private putBack(group: readonly Writer[], error: unknown): unknown {
    this.queue.putBack(group);
    return error;
  }

  private fail(group: readonly Writer[], error: unknown): unknown {
    for (const { reject } of group) reject(error);
    return error;
  }

  private async write(client: pg.PoolClient, writes: readonly BulkWrite[]): Promise<void> {
    const statement = asStatement(writes);
    if (!statement) return;
    const query = { ...prepared(statement, this.names), query_timeout: this.options.deadlineMs };
    await client.query(query);
  }
}
