import { EventStore } from '@cds/event-store';
import { createPool } from '@cds/postgres';
import { newId, newTraceparent } from '@cds/service-kit';
import { Boards } from './boards/boards.store.js';
import { readJobConfig } from './config.js';
import type { LeaderboardEvent } from './entries/entry.events.js';
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
const events = new EventStore<LeaderboardEvent>({ newEventId: () => newId('event') });
const recorder = new MoveRecorder(boardPeriods, new Entries(), new UnchangedEntriesQuery(), events);
try {
  const context = { occurredAt: new Date(), actor: null, requestId: null, traceparent: newTraceparent() };
  const { boards, entries, moved } = await new RebuildEntries(pool, new Boards(), boardPeriods, recorder, show).run(
    context,
  );
  process.stdout.write(
    `leaderboard: ${boards} boards with ${entries} entries compared in ${seconds().toFixed(1)} s, ` +
      `${moved} entries corrected\n`,
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
