import { inTransaction } from '@cds/postgres';
import { heaviestOf, type BoardRule } from '../src/boards/board.js';
import { BatchSize } from '../src/entries/move-entries/batch-size.js';
import { AccountTurns } from '../src/entries/move-entries/account-turns.js';
import { CatchChanges } from '../src/catches/catch-changes.store.js';
import { type BoardsHarness, boardsHarness } from './boards.harness.js';
import { catchFact } from './catch.builders.js';

let world: BoardsHarness;
beforeAll(async () => { world = await boardsHarness(); });
afterAll(() => world.close());
beforeEach(() => world.clear());
const LOUD = 'acc_loud', QUIET = 'acc_quiet';

it('E1 unverified board begins while a narrowed change waits', async () => {
  await world.boards(heaviestOf(null));
  const UNV: BoardRule = { ...heaviestOf(null), minVerificationTier: 'unverified' };
  const UNVSUM: BoardRule = { ...UNV, metric: 'total_weight' };
  const x = catchFact({ catchId: 'catch_x', anglerId: 'ang_x', weightLbs: 10, accountId: LOUD, verificationTier: 'photo' });
  const y = catchFact({ catchId: 'catch_y', anglerId: 'ang_x', weightLbs: 3, accountId: LOUD, verificationTier: 'photo' });
  await world.catches(x, y);
  // edited: back to unverified, 9 lb; waits (e.g. account is paused)
  await world.catchesWaiting({ ...x, version: 2, weightLbs: 9, verificationTier: 'unverified' });
  await world.ownBoards(QUIET, UNV, UNVSUM);
  // fill steps without moving (account paused)
  for (let i = 0; i < 20; i++) await world.fillSome();
  console.log('E1 filled', JSON.stringify(await world.entries(UNV)), JSON.stringify(await world.entries(UNVSUM)));
  await world.parts.mover.drain();
  console.log('E1 after', JSON.stringify(await world.entries(UNV)), JSON.stringify(await world.entries(UNVSUM)));
  // next version, with sums
  await world.catches({ ...x, version: 3, weightLbs: 8, verificationTier: 'unverified' });
  console.log('E1 next', JSON.stringify(await world.entries(UNV)), JSON.stringify(await world.entries(UNVSUM)));
});

it('E1b the same through fill.execute', async () => {
  await world.boards(heaviestOf(null));
  const UNV: BoardRule = { ...heaviestOf(null), minVerificationTier: 'unverified', metric: 'total_weight' };
  const many = Array.from({ length: 600 }, (_, n) => catchFact({ catchId: `catch_${n}`, anglerId: `ang_${String(n).padStart(4, '0')}`, weightLbs: 10, accountId: LOUD, verificationTier: 'photo' }));
  await world.catches(...many);
  await world.catchesWaiting(...many.map((x) => ({ ...x, version: 2, weightLbs: 9, verificationTier: 'unverified' as const })));
  await world.ownBoards(QUIET, UNV);
  await world.parts.fill.execute();
  await world.parts.mover.drain();
  const e = await world.entries(UNV);
  console.log('E1b entries', e.length, 'of 600; waiting', (await world.pool.query('SELECT FROM catch_changes')).rowCount);
});

it('E2 slow but applied', async () => {
  await world.boards(heaviestOf(null));
  await world.pool.query(`CREATE OR REPLACE FUNCTION slow_loud() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(2.3); RETURN NEW; END $$;
  CREATE TRIGGER slow_loud BEFORE INSERT OR UPDATE ON ranked_entries FOR EACH ROW WHEN (NEW.angler_id = 'ang_loud') EXECUTE FUNCTION slow_loud();`);
  const copy = world.copy();
  const times: string[] = [];
  for (let round = 0; round < 8; round++) {
    await world.catchesWaiting(catchFact({ catchId: `catch_l`, anglerId: 'ang_loud', weightLbs: round + 1, version: round + 1, accountId: LOUD }));
    await world.catchesWaiting(catchFact({ catchId: `catch_q`, anglerId: 'ang_quiet', weightLbs: round + 1, version: round + 1, accountId: QUIET }));
    const t = performance.now();
    await copy.mover.drain();
    const left = (await world.pool.query('SELECT account_id FROM catch_changes')).rows;
    times.push(`${Math.round(performance.now() - t)}ms left=${left.length}`);
  }
  console.log('E2', times.join(' | '));
  await world.pool.query('DROP FUNCTION slow_loud CASCADE');
}, 120000);

it('E3 size of shared batches', () => {
  const turns = new AccountTurns({ event: () => undefined });
  const size = new BatchSize(2_000);
  const seen: string[] = [];
  for (let i = 0; i < 30; i++) {
    const turn = turns.next(size);
    const n = turn.size.value;
    const ms = n * 1.93;
    seen.push(`${turn.accountId ?? 'all'}:${n}:${Math.round(ms)}ms`);
    turns.applied(turn, true, { ms, accounts: turn.accountId ? [turn.accountId] : ['a', 'b'] });
  }
  console.log('E3', seen.join(' '));
});

it('E5 null overtakes a share', async () => {
  await world.boards({ ...heaviestOf(null), metric: 'total_weight' });
  const fact = (n: number, version: number, weightLbs: number, accountId: string | null) =>
    catchFact({ catchId: `catch_${n}`, anglerId: 'ang_a', weightLbs, version, accountId });
  for (let n = 0; n < 60; n++) await world.catchesWaiting(fact(n, 1, 1, 'acc_a'));
  await world.catchesWaiting(fact(50, 2, 2, null)); // previous release's copy: same catch
  await world.catchesWaiting(catchFact({ catchId: 'catch_b', anglerId: 'ang_b', accountId: 'acc_b' }));
  const got = await inTransaction(world.pool, (tx) => new CatchChanges().take(tx, 40, { accountId: null, except: ['acc_s'] }));
  console.log('E5', got.length, JSON.stringify(got.slice(-4).map((c) => [c.catchId, c.accountId, c.before?.version, c.after?.version])));
  const rest = (await world.pool.query("SELECT catch_id, position, account_id FROM catch_changes WHERE catch_id='catch_50'")).rows;
  console.log('E5 rest', JSON.stringify(rest));
});
