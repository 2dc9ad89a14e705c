import { TOPICS } from '@cds/contracts';
import { inTransaction, type Queryable } from '@cds/postgres';
import { newId, type Problem } from '@cds/service-kit';
import { eventually } from '@cds/testing';
import type { BoardView } from '../src/boards/board-view.js';
import { lockBoardsOf } from '../src/own-boards/lock-boards.js';
import { apiOf } from './api.js';
import { type LeaderboardHarness, leaderboardHarness, type Page } from './leaderboard.harness.js';
import { accountDeleted } from './published.builders.js';

const RULE = { metric: 'longest', region: 'US-TX', period: 'week' };
const TIMEOUT = { timeoutMs: 20_000 };

let world: LeaderboardHarness;
const api = apiOf(() => world.services[0]?.url ?? '');
beforeAll(async () => {
  world = await leaderboardHarness({ copies: 2 });
});
afterAll(() => world.close());

const account = () => ({ accountId: newId('account') });
type Account = ReturnType<typeof account>;

const create = (caller: Account, body: object = RULE) =>
  api<BoardView & Problem>('POST', '/v1/leaderboards', { body, caller });
const boardsOf = async (caller: Account) =>
  (await api<Page<BoardView>>('GET', '/v1/leaderboards?mine=true&per_page=100', { caller })).body.data;
const tell = (...events: ReturnType<typeof accountDeleted>[]) => world.publish(TOPICS.identityEvents, ...events);
const untilNone = (caller: Account) => eventually(async () => expect(await boardsOf(caller)).toEqual([]), TIMEOUT);

const createHundred = async (caller: Account): Promise<void> => {
  for (let round = 0; round < 10; round += 1) {
    const answers = await Promise.all(Array.from({ length: 10 }, () => create(caller)));
    expect(answers.filter(({ status }) => status !== 201)).toEqual([]);
  }
};

/** Whether the job waits for its second look, is done, or whatever else it is. */
const jobOf = async ({ accountId }: Account) =>
  (
    await world.pool.query<{ state: string }>(
      `SELECT CASE WHEN due_at IS NULL THEN 'done' WHEN lease IS NULL AND due_at > now() + interval '31 s' THEN 'later'
        ELSE 'due' END AS state FROM deleted_accounts WHERE account_id = $1`,
      [accountId],
    )
  ).rows.map(({ state }) => state);
const untilJob = (caller: Account, state: string) =>
  eventually(async () => expect(await jobOf(caller)).toEqual([state]), TIMEOUT);
/** As if the account had been deleted some minutes ago. */
const aMinuteLater = ({ accountId }: Account) =>
  world.pool.query(
    "UPDATE deleted_accounts SET deleted_at = now() - interval '2 min', due_at = now() WHERE account_id = $1",
    [accountId],
  );
/** A board that nothing refuses, such as one that the previous release creates. */
const insertUnasked = (db: Queryable, { accountId }: Account) =>
  db.query(
    `INSERT INTO boards (id, account_id, name, metric, created_at, updated_at)
      VALUES ($1, $2, 'late', 'longest', now(), now())`,
    [newId('leaderboard'), accountId],
  );

describe('a deleted account', () => {
  it('has its boards deleted as if it had done so, for everybody; others’ and standard ones stay', async () => {
    const told = await world.boardsTold();
    const [gone, other] = [account(), account()];
    const made = [(await create(gone)).body, (await create(gone, { ...RULE, name: 'Zelda Secret' })).body];
    const { body: kept } = await create(other);
    await eventually(
      async () => expect((await boardsOf(gone)).map(({ state }) => state)).toEqual(['ready', 'ready']),
      TIMEOUT,
    );
    await tell(accountDeleted(gone.accountId));
    for (const { id } of made) {
      await eventually(
        async () =>
          expect((await api<Problem>('GET', `/v1/leaderboards/${id}`)).body).toMatchObject({
            code: 'leaderboard.not_found',
          }),
        TIMEOUT,
      );
      await eventually(() => expect(told.filter(({ key }) => key === id).at(-1)?.data).toBeNull(), TIMEOUT);
    }
    const left = ['board_jobs', 'board_rankings', 'standings'].map(
      async (table) =>
        (await world.pool.query(`SELECT FROM ${table} WHERE board_id = ANY($1)`, [made.map(({ id }) => id)])).rowCount,
    );
    expect(await Promise.all(left)).toEqual([0, 0, 0]);
    expect((await boardsOf(other)).map(({ id }) => id)).toEqual([kept.id]);
    expect(await world.board(await world.boardOf(null))).toMatchObject({ built_in: true });
  });

  it('creates no board any more by a request that was in flight', async () => {
    const [gone, other] = [account(), account()];
    await tell(accountDeleted(gone.accountId));
    await untilJob(gone, 'later');
    const { status, body } = await create(gone);
    expect([status, body.code]).toEqual([410, 'account.deleted']);
    expect((await create(other)).status).toBe(201);
  });

  it('has the board deleted whose creation had begun before', async () => {
    const gone = account();
    await inTransaction(world.pool, async (tx) => {
      await lockBoardsOf(tx, gone.accountId);
      await tell(accountDeleted(gone.accountId));
      await eventually(async () => {
        const { rows } = await world.pool.query("SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted");
        expect(rows).toHaveLength(1);
      }, TIMEOUT);
      await insertUnasked(tx, gone);
    });
    await untilJob(gone, 'later');
    expect(await boardsOf(gone)).toEqual([]);
  });

  it('has none left, and all the tombstones, whenever its creations and its deletion meet', async () => {
    const told = await world.boardsTold();
    const gone = account();
    const creations = Array.from({ length: 40 }, async (_, index) => {
      if (index === 15) await tell(accountDeleted(gone.accountId));
      return create(gone);
    });
    const answers = await Promise.all(creations);
    expect(answers.filter(({ status }) => status !== 201 && status !== 410)).toEqual([]);
    await untilJob(gone, 'later');
    expect(await boardsOf(gone)).toEqual([]);
    const made = answers.flatMap(({ status, body }) => (status === 201 ? [body.id] : []));
    const lastOf = (id: string) => told.filter(({ key }) => key === id).at(-1)?.data;
    await eventually(() => expect(made.filter((id) => lastOf(id) !== null)).toEqual([]), TIMEOUT);
  });

  it('is looked at once more a minute later, for what the previous release created, and then no more', async () => {
    const gone = account();
    const event = accountDeleted(gone.accountId);
    await tell(event);
    await untilJob(gone, 'later');
    await insertUnasked(world.pool, gone);
    await aMinuteLater(gone);
    await untilJob(gone, 'done');
    expect(await boardsOf(gone)).toEqual([]);
    const marker = account();
    await tell(event, accountDeleted(gone.accountId), accountDeleted(marker.accountId));
    await untilJob(marker, 'later');
    expect(await jobOf(gone)).toEqual(['done']);
  });

  it('with a hundred boards has them deleted one by one, though a connection breaks in between', async () => {
    const gone = account();
    await createHundred(gone);
    const ids = (await boardsOf(gone)).map(({ id }) => id).toSorted();
    await inTransaction(world.pool, async (tx) => {
      await tx.query('SELECT FROM boards WHERE id = $1 FOR UPDATE', [ids[50]]);
      await tell(accountDeleted(gone.accountId));
      await eventually(async () => expect(await boardsOf(gone)).toHaveLength(50), TIMEOUT);
      const { rows } = await world.pool.query(
        `SELECT pg_terminate_backend(pid) AS broken FROM pg_stat_activity
          WHERE wait_event_type = 'Lock' AND query LIKE '%FROM boards WHERE account_id%'`,
      );
      expect(rows).toEqual([{ broken: true }]);
    });
    await untilNone(gone);
    await untilJob(gone, 'later');
  });

  it('has the boards deleted that a copy which died has left', async () => {
    const gone = account();
    await create(gone);
    await create(gone);
    await world.pool.query("INSERT INTO deleted_accounts (account_id, lease) VALUES ($1, 'of a copy that died')", [
      gone.accountId,
    ]);
    await untilNone(gone);
  });

  it('that had no boards, of which nobody has heard, or which is told of again does no harm', async () => {
    const [gone, never, marker] = [account(), account(), account()];
    await create(gone);
    const event = accountDeleted(gone.accountId);
    await tell(event, event, accountDeleted(never.accountId), accountDeleted(marker.accountId));
    await untilJob(marker, 'later');
    await untilJob(never, 'later');
    await untilNone(gone);
  });

  it('in a malformed event goes to the dead letters, and the next one is handled', async () => {
    const letters = await world.deadLetters(TOPICS.identityEvents);
    const gone = account();
    await create(gone);
    const broken = { ...accountDeleted(gone.accountId), data: { id: 7 } };
    await tell(broken, accountDeleted(gone.accountId));
    await untilNone(gone);
    await eventually(() => expect(letters.map(({ headers }) => headers['ce_id'])).toContain(broken.id), TIMEOUT);
  });
});
