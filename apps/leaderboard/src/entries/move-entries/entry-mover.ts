import { RelayNotifier } from '@cds/event-store';
import { inTransaction, POOL } from '@cds/postgres';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { CatchChanges, type TakenChanges } from '../../catches/catch-changes.store.js';
import { commitAndKeepLock, lookUpRows, takeWriterLock } from '../rankings/writer-lock.js';
import { BatchLookups } from './batch-lookups.query.js';
import { BatchMover } from './batch-mover.js';
import { BatchSize } from './batch-size.js';
import type { Applied, Moved } from './group-mover.js';
import { type BatchReport, IsolatedAccounts, SLOW_MS, type Turn, turnOf } from './isolated-accounts.js';
import { shareConnection } from './shared-connection.js';
import { type KnownSuspect, type Suspect, Suspects } from './suspects.store.js';
import { TopCache } from './top-cache.js';

interface Step {
  /** The number of changes that were applied. */
  readonly count: number;
  /** Whether more changes may wait. */
  readonly hasMore: boolean;
  /** A suspected account whose batch may begin and whose changes wait. */
  readonly due: Suspect | undefined;
}

/** A batch of which nothing is committed yet. */
interface RunningBatch {
  readonly startedAt: number;
  /** How many changes it may have. */
  readonly size: number;
  taken: TakenChanges;
  applied: Applied;
}

const NOTHING: Applied = { moved: [], hasEvents: false };
const NO_CHANGES: TakenChanges = { changes: [], isFull: false, hasMore: false, leftOut: [], positions: [] };

/**
 * Moves the entries of rankings when catches change. Consumers only store what changed; the entries of all boards
 * follow in transactions of their own, one at a time, so that no consumer waits for a board.
 */
@Injectable()
export class EntryMover {
  private readonly size = new BatchSize();
  /** How many accounts had, when they were last looked at, not even a single change that could be applied. */
  refusedAccounts = 0;

  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly changes: CatchChanges,
    private readonly suspects: Suspects,
    private readonly isolated: IsolatedAccounts,
    private readonly lookups: BatchLookups,
    private readonly batches: BatchMover,
    private readonly cache: TopCache,
    private readonly relay: RelayNotifier,
  ) {}

  /**
   * Applies all changes that wait, until `isOver`, but for those of suspected accounts that are not due. Returns their
   * number.
   */
  async drain(isOver: () => boolean = () => false, size = this.size): Promise<number> {
    for (let applied = 0; ;) {
      if (isOver()) return applied;
      const { count, hasMore, due } = await this.step({ suspect: null, size }, isOver);
      applied += count;
      if (due && !isOver()) applied += (await this.step(turnOf(due), isOver)).count;
      else if (!hasMore) return applied;
    }
  }

  /**
   * Applies the oldest changes that wait in one transaction. As long as the next ones were looked up meanwhile, goes on
   * with them in another one, which has the writer's lock as well: nobody has changed what was looked up.
   */
  private async step(turn: Turn, isOver: () => boolean): Promise<Step> {
    const { suspect, size } = turn;
    let [hasLock, count, running] = [false, 0, begin(NO_CHANGES, size.value)];
    let suspects: readonly KnownSuspect[] = [];
    const committed = async (): Promise<void> => {
      count += running.taken.changes.length;
      this.keep(running.applied.moved);
      if (running.applied.hasEvents) this.relay.wake();
      await this.isolated.applied(turn, reportOf(running));
    };
    try {
      await inTransaction(this.pool, async (tx) => {
        await takeWriterLock(tx);
        await lookUpRows(tx);
        hasLock = true;
        running = begin(NO_CHANGES, size.value);
        if (suspect && !(await this.suspects.takeTurn(tx, suspect.accountId))) return;
        suspects = suspect ? [] : await this.suspects.read(tx);
        const except = suspects.map(({ accountId }) => accountId);
        const wanted = { accountId: suspect?.accountId ?? null, except };
        const taken = (running.taken = await this.changes.take(tx, running.size, wanted));
        if (taken.changes.length === 0) return;
        const isOfAll = !suspect && suspects.length === 0;
        let batch = await shareConnection(tx, (connectionOf) => this.lookups.of(connectionOf(0), taken, running.size));
        for (;;) {
          const { next, ...applied } = await this.batches.apply(tx, batch, size, isOfAll);
          running.applied = applied;
          if (!next || reportOf(running).ms > SLOW_MS || isOver()) return;
          await commitAndKeepLock(tx);
          await committed();
          [batch, running] = [next, begin(next.taken, next.size)];
          await lookUpRows(tx);
          await this.changes.remove(tx, next.taken);
        }
      });
    } catch (error) {
      if (!hasLock || !(await this.isolated.failed(turn, reportOf(running), error))) throw error;
      return { count, hasMore: true, due: undefined };
    }
    await committed();
    if (!suspect) this.refusedAccounts = suspects.filter(({ refusals }) => refusals > 0).length;
    const { leftOut, hasMore } = running.taken;
    const due = suspects.find(({ accountId, isDue }) => isDue && leftOut.includes(accountId));
    return { count, hasMore, due };
  }

  /** Keeps what is known of the first entries of periods for the next batch, once the moves are committed. */
  private keep(moved: readonly Moved[]): void {
    for (const { periodId, lastMovedAt, known } of moved) {
      if (known) this.cache.set(periodId, lastMovedAt, known);
      else this.cache.remove(periodId);
    }
  }
}

const begin = (taken: TakenChanges, size: number): RunningBatch => ({
  startedAt: performance.now(),
  size,
  taken,
  applied: NOTHING,
});

const reportOf = ({ startedAt, size, taken: { changes, isFull } }: RunningBatch): BatchReport => ({
  ms: performance.now() - startedAt,
  changes: changes.length,
  size,
  isFull,
  accounts: [...new Set(changes.map(({ accountId }) => accountId))],
});
