import { RelayNotifier } from '@cds/event-store';
import { inTransaction, POOL } from '@cds/postgres';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import type { CatchChange } from '../../catches/catch-changes.js';
import { CatchChanges, type TakenChanges } from '../../catches/catch-changes.store.js';
import { WatchedAnglers } from '../../watched-anglers/watched-anglers.store.js';
import { Rankings } from '../rankings/rankings.store.js';
import { lookUpRows, takeWriterLock } from '../rankings/writer-lock.js';
import { BatchSize } from './batch-size.js';
import { fewAtATime, inGroups } from './groups.js';
import { type BatchReport, IsolatedAccounts, type Turn, turnOf } from './isolated-accounts.js';
import { type Applied, GroupMover, type Moved } from './group-mover.js';
import { idsOf } from './move-decider.js';
import { inSessions } from './move-sessions.js';
import { deepRanksOf } from './known-ranks.query.js';
import { rankingChangesOf } from './ranking-changes.decision.js';
import { type KnownSuspect, type Suspect, Suspects } from './suspects.store.js';
import { TopCache } from './top-cache.js';

interface Batch {
  /** The size of its groups. */
  readonly group: number;
  /** Whether more changes may wait. */
  readonly isFull: boolean;
}

interface Step {
  /** The number of changes that were applied. */
  readonly count: number;
  /** Whether more changes may wait. */
  readonly hasMore: boolean;
  /** A suspected account whose batch may begin and whose changes wait. */
  readonly due: Suspect | undefined;
}

/** Changes of which hardly more than one group is made. */
const FEW = 4;
const NOTHING: Applied = { moved: [], hasEvents: false };
const NO_CHANGES: TakenChanges = { changes: [], isFull: false, hasMore: false, leftOut: [] };

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
    private readonly rankings: Rankings,
    private readonly groups: GroupMover,
    private readonly watched: WatchedAnglers,
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
      const { count, hasMore, due } = await this.step({ suspect: null, size });
      applied += count;
      if (due && !isOver()) applied += (await this.step(turnOf(due))).count;
      else if (!hasMore) return applied;
    }
  }

  /** Applies the oldest changes that wait in one transaction. */
  private async step(turn: Turn): Promise<Step> {
    const { suspect, size } = turn;
    const max = size.value;
    let [hasLock, startedAt, applying] = [false, performance.now(), NOTHING];
    let [suspects, taken]: [readonly KnownSuspect[], TakenChanges] = [[], NO_CHANGES];
    const report = (): BatchReport => ({
      ms: performance.now() - startedAt,
      changes: taken.changes.length,
      isFull: taken.isFull,
      accounts: accountsOf(taken.changes),
    });
    try {
      await inTransaction(this.pool, async (tx) => {
        await takeWriterLock(tx);
        await lookUpRows(tx);
        [hasLock, startedAt] = [true, performance.now()];
        if (suspect && !(await this.suspects.takeTurn(tx, suspect.accountId))) return;
        suspects = suspect ? [] : await this.suspects.read(tx);
        const except = suspects.map(({ accountId }) => accountId);
        taken = await this.changes.take(tx, max, { accountId: suspect?.accountId ?? null, except });
        const { changes, isFull } = taken;
        if (changes.length > 0) applying = await this.apply(tx, changes, { group: size.group, isFull });
      });
    } catch (error) {
      if (!hasLock || !(await this.isolated.failed(turn, report(), error))) throw error;
      return { count: 0, hasMore: true, due: undefined };
    }
    this.keep(applying.moved);
    if (applying.hasEvents) this.relay.wake();
    await this.isolated.applied(turn, report());
    if (!suspect) this.refusedAccounts = suspects.filter(({ refusals }) => refusals > 0).length;
    const due = suspects.find(({ accountId, isDue }) => isDue && taken.leftOut.includes(accountId));
    return { count: taken.changes.length, hasMore: taken.hasMore, due };
  }

  private async apply(
    tx: pg.PoolClient,
    changes: readonly CatchChange[],
    { group: size, isFull }: Batch,
  ): Promise<Applied> {
    const facts = changes.flatMap(({ before, after }) => [before, after].filter((fact) => fact !== null));
    const species = [...new Set(facts.map(({ speciesId }) => speciesId))];
    const regions = [...new Set(facts.flatMap(({ region }) => region ?? []))];
    const accounts = accountsOfAnglers(changes);
    const applied = await inSessions(this.pool, tx, changes.length > FEW, async (sessionOf) => {
      const { tx: first } = sessionOf(0);
      const ofAllSpecies = this.rankings.ofAllSpecies(first, regions);
      const watching = this.watched.among(first, [...accounts.keys()]);
      const ofSpecies = this.rankings
        .ofSpecies(first, species, regions)
        .then((rankings) => rankingChangesOf(changes, rankings));
      // Whoever comes to it fails with it; nobody does when something else has failed before.
      ofSpecies.catch(() => undefined);
      const [rankings, watched] = await Promise.all([ofAllSpecies, watching]);
      const batch = { catchIds: idsOf(changes), accounts, watched, deepRanks: deepRanksOf({ isFull }) };
      const parts = [rankingChangesOf(changes, rankings), ofSpecies];
      return fewAtATime(inGroups(parts, size), (group, index) => this.groups.apply(sessionOf(index), group, batch));
    });
    return { moved: applied.flatMap(({ moved }) => moved), hasEvents: applied.some(({ hasEvents }) => hasEvents) };
  }

  /** Keeps what is known of the first entries of periods for the next batch, once the moves are committed. */
  private keep(moved: readonly Moved[]): void {
    for (const { periodId, lastMovedAt, known } of moved) {
      if (known) this.cache.set(periodId, lastMovedAt, known);
      else this.cache.remove(periodId);
    }
  }
}

/** The account of each angler whose catches change. */
const accountsOfAnglers = (changes: readonly CatchChange[]): ReadonlyMap<string, string> => {
  const accounts = new Map<string, string>();
  for (const { before, after, accountId } of changes)
    for (const fact of [before, after]) if (fact) accounts.set(fact.anglerId, accountId);
  return accounts;
};

const accountsOf = (changes: readonly CatchChange[]): string[] => [
  ...new Set(changes.map(({ accountId }) => accountId)),
];
