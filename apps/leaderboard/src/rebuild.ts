import { EventStore } from '@cds/event-store';
import { createPool } from '@cds/postgres';
import { newId, newTraceparent } from '@cds/service-kit';
import { Boards } from './boards/boards.store.js';
import { readJobConfig } from './config.js';
import type { LeaderboardEvent } from './entries/entry.events.js';
import { leaderboardCodec } from './entries/leaderboard.codec.js';
import { EntryCorrector } from './entries/correct-entries/entry-corrector.js';
import { BestCatchesQuery } from './entries/move-entries/best-catches.query.js';
import { Entries } from './entries/move-entries/entries.store.js';
import { MoveRecorder } from './entries/move-entries/move-recorder.js';
import { UnchangedEntriesQuery } from './entries/move-entries/unchanged-entries.query.js';
import { BoardPeriods } from './entries/move-entries/board-periods.store.js';
import { RebuildEntries, type RebuildProgress } from './rebuild/rebuild-entries.js';

const startedAt = performance.now();
let shownAt = 0;

const seconds = (): number => (performance.now() - startedAt) / 1_000;

const show = ({ boards, ofBoards, entries }: RebuildProgress): void => {
  if (seconds() - shownAt < 1) return;
  shownAt = seconds();
  const left = Math.ceil(((ofBoards - boards) * shownAt) / boards);
  process.stdout.write(
    `leaderboard: ${boards} of ${ofBoards} boards, ${(entries / shownAt).toFixed(0)} entries/s, ${left} s left\n`,
  );
};

const pool = createPool(readJobConfig().database.url, {
  applicationName: 'leaderboard-rebuild',
  max: 2,
  statementTimeoutMs: 0,
});
const boardPeriods = new BoardPeriods();
const entries = new Entries();
const events = new EventStore<LeaderboardEvent>({ newEventId: () => newId('event'), codec: leaderboardCodec });
const recorder = new MoveRecorder(boardPeriods, entries, new UnchangedEntriesQuery(), events);
const corrector = new EntryCorrector(pool, boardPeriods, entries, new BestCatchesQuery(), recorder);
const rebuild = new RebuildEntries(pool, new Boards(), boardPeriods, corrector, show);
try {
  const context = { occurredAt: new Date(), actor: null, requestId: null, traceparent: newTraceparent() };
  const progress = await rebuild.run(context);
  process.stdout.write(
    `leaderboard: ${progress.boards} boards with ${progress.entries} entries compared in ` +
      `${seconds().toFixed(1)} s, ${progress.moved} entries corrected\n`,
  );
} catch (error) {
  const reason = error instanceof Error ? error.message : String(error);
  process.stderr.write(
    `leaderboard: the rebuild failed and keeps what it has corrected; run it again for the rest: ${reason}\n`,
  );
  process.exitCode = 1;
} finally {
  await pool.end();
}
