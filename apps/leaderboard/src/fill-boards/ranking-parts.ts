import { EventStore, type RelayNotifier } from '@cds/event-store';
import { type Clock, newId } from '@cds/service-kit';
import type { WorkLog } from '@cds/work-queue';
import type pg from 'pg';
import { Boards } from '../boards/boards.store.js';
import { CatchChanges } from '../catches/catch-changes.store.js';
import { PeriodCloser } from '../entries/close-periods/period-closer.js';
import { TopEntries } from '../entries/close-periods/top-entries.query.js';
import type { LeaderboardEvent } from '../entries/entry.events.js';
import { leaderboardCodec } from '../entries/leaderboard.codec.js';
import { AccountOpener } from '../entries/move-entries/account-opener.js';
import { BoardEventRates } from '../entries/move-entries/board-event-rates.store.js';
import { BoardEvents } from '../entries/move-entries/board-events.store.js';
import { CatchLookups } from '../entries/move-entries/catch-lookups.query.js';
import { EntryMover } from '../entries/move-entries/entry-mover.js';
import { IsolatedAccounts } from '../entries/move-entries/isolated-accounts.js';
import { KnownRanksQuery } from '../entries/move-entries/known-ranks.query.js';
import { GroupMover } from '../entries/move-entries/group-mover.js';
import { MoveDecider } from '../entries/move-entries/move-decider.js';
import { MovePublisher } from '../entries/move-entries/move-publisher.js';
import { MoveWriter } from '../entries/move-entries/move-writer.js';
import { RankedEntries } from '../entries/move-entries/ranked-entries.store.js';
import { SpeciesTallies } from '../entries/move-entries/species-tallies.store.js';
import { Suspects } from '../entries/move-entries/suspects.store.js';
import { TopCache } from '../entries/move-entries/top-cache.js';
import { RankingPeriods } from '../entries/rankings/ranking-periods.store.js';
import { Rankings } from '../entries/rankings/rankings.store.js';
import { ShownBoardsQuery } from '../entries/rankings/shown-boards.query.js';
import { RankTree } from '../entries/ranks/rank-tree.store.js';
import { Ranks } from '../entries/ranks/ranks.query.js';
import { WatchedAnglers } from '../watched-anglers/watched-anglers.store.js';
import { BoardSwitcher } from './board-switcher.js';
import { CatchPages } from './catch-page.query.js';
import { BuiltEntries } from './built-entries.store.js';
import { FillBoards } from './fill-boards.js';
import { FillGroups } from './fill-group.query.js';
import { FillSize } from './fill-size.js';
import { FillTurn } from './fill-turn.js';
import { RankingFinisher } from './ranking-finisher.js';
import { RankingFiller } from './ranking-filler.js';
import { RankingKeeper } from './ranking-keeper.js';
import { ReplacedEntries } from './replaced-entries.query.js';
import { SwitchEvents } from './switch-events.js';

/** Programs say what they do by themselves. */
const NO_LOG: WorkLog = { event: () => undefined };

/** What moves and fills rankings, for programs without Nest: jobs, benches and tests. */
export const rankingParts = (
  pool: pg.Pool,
  clock: Clock,
  relay: RelayNotifier,
  tree = new RankTree(),
  size = new FillSize(),
  log: WorkLog = NO_LOG,
) => {
  const [entries, ranks, tops, boards] = [new RankedEntries(), new Ranks(), new TopEntries(), new Boards()];
  const [periods, tallies, changes, watched] = [
    new RankingPeriods(tree),
    new SpeciesTallies(),
    new CatchChanges(),
    new WatchedAnglers(),
  ];
  const store = new EventStore<LeaderboardEvent>({ newEventId: () => newId('event'), codec: leaderboardCodec });
  const events = new BoardEvents(store);
  const decider = new MoveDecider(periods, entries, new AccountOpener(new CatchLookups(), tallies), tallies);
  const publisher = new MovePublisher(new ShownBoardsQuery(), events, new BoardEventRates(log));
  const writer = new MoveWriter(entries, tree, periods, publisher);
  const cache = new TopCache();
  const known = new KnownRanksQuery(ranks, cache);
  const suspects = new Suspects(pool);
  const isolated = new IsolatedAccounts(suspects, log);
  const rankings = new Rankings();
  const groupMover = new GroupMover(decider, tallies, known, writer, cache, clock);
  const mover = new EntryMover(pool, changes, suspects, isolated, rankings, groupMover, watched, cache, relay);
  const switchEvents = new SwitchEvents(tops, entries, ranks);
  const switcher = new BoardSwitcher(pool, boards, switchEvents, events, clock, relay);
  const replaced = new ReplacedEntries(entries);
  const built = new BuiltEntries(pool, periods, tree, replaced);
  const turn = new FillTurn();
  const finisher = new RankingFinisher(pool, tree, switcher, turn, relay);
  const [groups, pages] = [new FillGroups(), new CatchPages()];
  const filler = new RankingFiller(pool, groups, pages, built, decider, writer, replaced, finisher, turn, size, clock);
  const closer = new PeriodCloser(pool, tops, events, clock, relay);
  const keeper = new RankingKeeper(pool);
  const fill = new FillBoards(pool, keeper, filler, mover, switcher);
  return { mover, filler, fill, turn, switcher, closer, keeper, changes, boards, ranks, watched, store };
};

export type RankingParts = ReturnType<typeof rankingParts>;
