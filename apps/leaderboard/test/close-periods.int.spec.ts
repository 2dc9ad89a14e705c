import { eventually } from '@cds/testing';
import { BackgroundWork } from '@cds/work-queue';
import { heaviestOf } from '../src/boards/board.js';
import type { CatchFact } from '../src/catches/catch-fact.js';
import type { PeriodCloser } from '../src/entries/close-periods/period-closer.js';
import { PeriodClosings } from '../src/entries/close-periods/period-closings.js';
import { type BoardsHarness, boardsHarness, REPORTS, StandingClock } from './boards.harness.js';
import { catchFact } from './catch.builders.js';

describe('a period that is over', () => {
  let world: BoardsHarness;
  const WEEK = heaviestOf(null, 'week');
  beforeAll(async () => {
    world = await boardsHarness();
    await world.boards(WEEK, heaviestOf(null));
    await world.catches(
      catchFact({ catchId: 'catch_1', anglerId: 'ang_a', caughtAt: new Date('2026-05-26T10:00:00.000Z') }),
      catchFact({
        catchId: 'catch_2',
        anglerId: 'ang_b',
        weightLbs: 7,
        caughtAt: new Date('2026-05-27T10:00:00.000Z'),
      }),
      catchFact({ catchId: 'catch_3', anglerId: 'ang_c', caughtAt: new Date('2026-06-01T10:00:00.000Z') }),
    );
  });
  afterAll(() => world.close());

  const closed = async (period: string) =>
    (await world.events((await world.boardOf(WEEK)) ?? '', period)).flatMap((event) =>
      event.type === 'LeaderboardPeriodClosed' ? [event.data] : [],
    );

  it('is announced once for each board with entries in it, with the first of them', async () => {
    expect(await world.parts.closer.close('2026-W22')).toBe(1);
    expect(await world.parts.closer.close('2026-W22')).toBe(0);
    expect(await closed('2026-W22')).toMatchObject([
      {
        period: '2026-W22',
        startsAt: '2026-05-25T00:00:00.000Z',
        endsAt: '2026-06-01T00:00:00.000Z',
        entryCount: 2,
        entries: [
          { anglerId: 'ang_b', score: 7 },
          { anglerId: 'ang_a', score: 5 },
        ],
      },
    ]);
    expect(await world.parts.closer.close('2026-W01')).toBe(0);
  });

  it('is not announced for boards that were made after it', async () => {
    expect(await world.parts.closer.close('2026-W23', { createdBefore: new Date('2026-01-01T00:00:00.000Z') })).toBe(0);
    expect(await closed('2026-W23')).toEqual([]);
  });

  it('changes still when an old catch arrives late', async () => {
    const late = new Date('2026-05-28T10:00:00.000Z');
    await world.catches(catchFact({ catchId: 'catch_4', anglerId: 'ang_d', weightLbs: 9, caughtAt: late }));
    expect((await world.entries(WEEK, '2026-W22')).map(({ anglerId }) => anglerId)).toEqual([
      'ang_d',
      'ang_b',
      'ang_a',
    ]);
    expect(await world.parts.closer.close('2026-W22')).toBe(0);
  });
});

describe('periods that are over', () => {
  let world: BoardsHarness;
  const caughtIn = (year: number): CatchFact =>
    catchFact({ catchId: `catch_${year}`, caughtAt: new Date(`${year}-06-02T10:00:00.000Z`) });
  beforeAll(async () => {
    world = await boardsHarness();
    await world.boards(heaviestOf(null, 'year'));
    await world.pool.query("UPDATE boards SET created_at = '2024-03-01'");
    await world.catches(...[2021, 2022, 2023, 2024, 2025].map(caughtIn));
  });
  afterAll(() => world.close());

  const closingsAt = (now: string) => {
    const looked: string[] = [];
    const closer = {
      close: async (period: string, options: { createdBefore?: Date }): Promise<number> => {
        looked.push(period);
        return world.parts.closer.close(period, options);
      },
    } as PeriodCloser;
    const clock = new StandingClock(new Date(now));
    return { looked, closings: new PeriodClosings(world.pool, closer, clock, new BackgroundWork(REPORTS)) };
  };

  it('are closed the latest first, and not looked at when they ended before their boards were made', async () => {
    const { looked, closings } = closingsAt('2026-06-08T02:00:00.000Z');
    expect(await closings.run(AbortSignal.abort())).toBe(0);
    expect([await closings.run(), looked]).toEqual([2, ['2025', '2024']]);
    expect([await closings.run(), looked]).toEqual([0, ['2025', '2024']]);
  });

  it('are not looked at while no board has entries in them, and closed once one has', async () => {
    const { looked, closings } = closingsAt('2027-01-01T02:00:00.000Z');
    await world.catches(caughtIn(2026));
    await world.catches({ ...caughtIn(2026), version: 2, deleted: true });
    expect([await closings.run(), looked]).toEqual([0, []]);
    await world.catches({ ...caughtIn(2026), catchId: 'catch_late' });
    expect([await closings.run(), looked]).toEqual([1, ['2026']]);
  });

  it('are closed for boards that were made within the hour after the end, and not for later ones', async () => {
    await world.pool.query("UPDATE boards SET created_at = '2028-01-01T00:59:59.999Z'");
    await world.catches(caughtIn(2027));
    const within = closingsAt('2028-01-01T02:00:00.000Z');
    expect([await within.closings.run(), within.looked]).toEqual([1, ['2027']]);
    await world.pool.query("UPDATE boards SET created_at = '2029-01-01T01:00:00.000Z'");
    await world.catches(caughtIn(2028));
    const later = closingsAt('2029-01-01T02:00:00.000Z');
    expect([await later.closings.run(), later.looked]).toEqual([0, []]);
  });
});

describe('a board that is deleted while its period is closed', () => {
  let world: BoardsHarness;
  const WEEK = heaviestOf(null, 'week');
  beforeAll(async () => {
    world = await boardsHarness();
    await world.boards(WEEK);
    await world.ownBoards('acc_1', WEEK);
    await world.parts.fill.execute();
    await world.catches(catchFact({ caughtAt: new Date('2026-05-26T10:00:00.000Z') }));
  });
  afterAll(() => world.close());

  it('keeps no other one from being closed', async () => {
    const deletion = await world.pool.connect();
    try {
      await deletion.query("BEGIN; DELETE FROM boards WHERE account_id = 'acc_1'");
      const closing = world.parts.closer.close('2026-W22');
      const waiting = "datname = current_database() AND wait_event_type = 'Lock'";
      const blocked = () => world.pool.query(`SELECT FROM pg_stat_activity WHERE ${waiting}`);
      await eventually(async () => expect((await blocked()).rowCount).toBe(1));
      await deletion.query('COMMIT');
      expect(await closing).toBe(1);
    } finally {
      deletion.release(true);
    }
  });
});

describe('a copy whose clock is ahead', () => {
  const HOUR_MS = 3_600_000;
  let world: BoardsHarness;
  beforeAll(async () => {
    world = await boardsHarness();
    await world.boards(heaviestOf(null, 'week'));
    await world.catches(catchFact({ caughtAt: new Date('2026-06-02T10:00:00.000Z') }));
  });
  afterEach(() => jest.restoreAllMocks());
  afterAll(() => world.close());

  const closings = (now: string): PeriodClosings =>
    new PeriodClosings(world.pool, world.parts.closer, new StandingClock(new Date(now)), new BackgroundWork(REPORTS));

  it('closes no period before an hour has passed since its end for the database', async () => {
    const after = closings('2026-06-08T02:00:00.000Z');
    jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 2 * HOUR_MS);
    expect(await after.run()).toBe(0);
    jest.restoreAllMocks();
    expect(await after.run()).toBe(1);
  });
});

describe('an angler beyond the first hundred', () => {
  let world: BoardsHarness;
  beforeAll(async () => {
    world = await boardsHarness();
    await world.boards(heaviestOf(null));
    const anglers = Array.from({ length: 130 }, (_, index) => index);
    await world.catches(
      ...anglers.map((n) => catchFact({ catchId: `catch_${n}`, anglerId: `ang_${1_000 + n}`, weightLbs: 500 - n })),
    );
  });
  afterAll(() => world.close());

  const told = async () =>
    (await world.events((await world.boardOf(null)) ?? '')).flatMap((event) =>
      event.type === 'LeaderboardEntryChanged' ? [event.data] : [],
    );
  const move = (catchId: string, version: number, weightLbs: number) =>
    world.catches(catchFact({ catchId, version, anglerId: 'ang_1120', weightLbs }));

  it('moves without an event, and with the rank from before', async () => {
    expect(await told()).toHaveLength(100);
    await move('catch_120', 2, 375.5);
    expect(await told()).toHaveLength(100);
    expect((await world.entries(null)).find(({ anglerId }) => anglerId === 'ang_1120')).toMatchObject({
      rank: 125,
      previousRank: 121,
    });
  });

  it('has an event for each move while an endpoint watches them', async () => {
    await world.parts.watched.record(world.pool, [{ endpointId: 'we_1', version: 2, anglerIds: ['ang_1120'] }]);
    await move('catch_120', 3, 385.5);
    expect((await told()).slice(100)).toMatchObject([{ anglerId: 'ang_1120', rank: 116, previousRank: 125 }]);
    expect((await told())[100]?.displaced).toHaveLength(9);
    await world.parts.watched.record(world.pool, [{ endpointId: 'we_1', version: 1, anglerIds: [] }]);
    await move('catch_120', 4, 386.5);
    expect(await told()).toHaveLength(102);
    await world.parts.watched.record(world.pool, [{ endpointId: 'we_1', version: 3, anglerIds: [] }]);
    await move('catch_120', 5, 387.5);
    expect(await told()).toHaveLength(102);
  });

  it('leads nobody when they enter, and a copy that does not know the first ones is told to watch them', async () => {
    const led = async () =>
      (await world.events((await world.boardOf(null)) ?? '')).filter(({ type }) => type === 'LeaderboardLeaderChanged');
    const before = await led();
    await world.parts.watched.record(world.pool, [{ endpointId: 'we_2', version: 1, anglerIds: ['ang_new'] }]);
    for (const weightLbs of [372, 371]) {
      await world.catchesWaiting(
        catchFact({ catchId: 'catch_new', version: 1_000 - weightLbs, anglerId: 'ang_new', weightLbs }),
      );
      await world.copy().mover.drain();
    }
    const ofNew = (await told()).filter(({ anglerId }) => anglerId === 'ang_new');
    expect(ofNew).toMatchObject([{ previousRank: null }, { previousRank: expect.any(Number) }]);
    expect(await led()).toEqual(before);
  });

  it('has an event on entering the first hundred and on leaving them', async () => {
    await move('catch_120', 6, 900);
    await move('catch_120', 7, 370);
    const [entered, left] = (await told()).slice(104);
    expect(entered).toMatchObject({ anglerId: 'ang_1120', rank: 1 });
    expect(left).toMatchObject({ anglerId: 'ang_1120', previousRank: 1, displaced: [] });
    expect(left?.rank).toBeGreaterThan(100);
  });
});
