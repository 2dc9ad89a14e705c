import type { DomainEvent, RecordedEvent } from '@cds/event-sourcing';
import type { Queryable } from '@cds/postgres';
import { contextAt, EventLog, noted, type Noted } from '../testing/event-log.js';
import type { EventCodec } from './event-codec.js';
import { EventStore } from './event-store.js';
import type { SnapshotOptions } from './snapshot-options.js';
import { StreamStates } from './stream-states.js';

let log: EventLog;
beforeAll(async () => {
  log = await EventLog.create();
});
afterEach(() => log.clear());
afterAll(() => log.drop());

interface Notebook {
  readonly count: number;
  readonly last: string;
}

const INTERVAL = 5;
const EMPTY: Notebook = { count: 0, last: '' };

/** A reader that counts what it folds and what PostgreSQL answers it. */
const reader = (options: Partial<SnapshotOptions<Notebook>> = {}) => {
  const counts = { folds: 0, rows: 0, statements: 0 };
  const states = new StreamStates<Notebook, Noted>({
    initial: EMPTY,
    evolve: ({ count }, { data }) => {
      counts.folds += 1;
      return { count: count + 1, last: data.text };
    },
    snapshots: {
      schemaVersion: 1,
      encode: (state) => state,
      decode: (stored) => stored as Notebook,
      interval: INTERVAL,
      ...options,
    },
  });
  const db = {
    query: async (statement: { text: string; values: unknown[] }) => {
      const result = await log.pool.query(statement);
      counts.statements += 1;
      counts.rows += result.rows.length;
      return result;
    },
  } as unknown as Queryable;
  const counted = async <T>(work: () => Promise<T>) => {
    Object.assign(counts, { folds: 0, rows: 0, statements: 0 });
    const result = await work();
    return { result, ...counts };
  };
  return { states, db, counted };
};

const texts = (length: number): string[] => Array.from({ length }, (_, index) => `note ${index + 1}`);
const snapshots = async (): Promise<string[]> =>
  (
    await log.pool.query<{ one: string }>(
      "SELECT stream_id || '/' || version AS one FROM stream_snapshots ORDER BY stream_id, version",
    )
  ).rows.map(({ one }) => one);

describe('the state of a stream', () => {
  it('is the initial one where there is no stream', async () => {
    const { states } = reader();
    expect(await states.load(log.pool, 'nowhere')).toEqual(EMPTY);
    expect(await states.loadMany(log.pool, ['nowhere'])).toEqual(new Map());
  });

  it('is folded from the nearest snapshot, which the load before it wrote', async () => {
    const { states, db, counted } = reader();
    await log.append('a', 0, ...texts(12));
    expect(await counted(() => states.load(db, 'a'))).toMatchObject({
      result: { count: 12, last: 'note 12' },
      folds: 12,
    });
    expect(await snapshots()).toEqual(['a/5', 'a/10']);
    expect(await counted(() => states.load(db, 'a'))).toEqual({
      result: { count: 12, last: 'note 12' },
      folds: 2,
      rows: 3,
      statements: 1,
    });
  });

  it('of a new stream writes no snapshot, and takes one statement', async () => {
    const { states, db, counted } = reader();
    await log.append('a', 0, ...texts(INTERVAL - 1));
    expect(await counted(() => states.load(db, 'a'))).toMatchObject({ statements: 1, rows: INTERVAL - 1 });
    expect(await snapshots()).toEqual([]);
  });

  it('costs no more rows after ten thousand versions than after an interval', async () => {
    const { states, db, counted } = reader();
    await log.append('a', 0, ...texts(10_003));
    const first = await counted(() => states.load(db, 'a'));
    expect(first).toMatchObject({ result: { count: 10_003 }, folds: 10_003 });
    expect(await counted(() => states.load(db, 'a'))).toMatchObject({ folds: 3, rows: 4, statements: 1 });
    const steps = await counted(() => states.steps(db, new Map([['a', { fromVersion: 5_004, toVersion: 5_008 }]])));
    expect(steps).toMatchObject({ folds: 8, rows: 9, statements: 1 });
  });

  it('is found for several streams in one statement', async () => {
    const { states, db, counted } = reader();
    for (const id of ['a', 'b', 'c']) await log.append(id, 0, ...texts(7));
    const many = () => states.loadMany(db, ['a', 'b', 'c', 'nowhere']);
    await many();
    const { result, rows, statements } = await counted(many);
    expect([...result]).toEqual(['a', 'b', 'c'].map((id) => [id, { count: 7, last: 'note 7' }]));
    expect({ rows, statements }).toEqual({ rows: 9, statements: 1 });
  });

  it('is found although a snapshot cannot be written', async () => {
    const failures: unknown[] = [];
    const { states } = reader({ onWriteFailed: (error) => failures.push(error) });
    const readOnly = {
      query: (statement: { text: string; values: unknown[] }) =>
        statement.text.startsWith('INSERT') ? Promise.reject(new Error('no space left')) : log.pool.query(statement),
    } as unknown as Queryable;
    await log.append('a', 0, ...texts(6));
    expect(await states.load(readOnly, 'a')).toEqual({ count: 6, last: 'note 6' });
    expect(failures).toEqual([new Error('no space left')]);
  });
});

describe('a snapshot of another format', () => {
  it('is ignored and made anew, and never replaced by an older one', async () => {
    await log.append('a', 0, ...texts(6));
    const [old, next] = [reader(), reader({ schemaVersion: 2, encode: ({ count, last }) => [count, last] })];
    await old.states.load(log.pool, 'a');
    await next.states.load(log.pool, 'a');
    const versions = async () =>
      (await log.pool.query('SELECT version, schema_version, state FROM stream_snapshots')).rows;
    expect(await versions()).toEqual([{ version: 5, schema_version: 2, state: [5, 'note 5'] }]);
    expect(await old.counted(() => old.states.load(old.db, 'a'))).toMatchObject({ result: { count: 6 }, folds: 6 });
    expect(await versions()).toEqual([{ version: 5, schema_version: 2, state: [5, 'note 5'] }]);
  });
});

describe('the steps of a stream', () => {
  const shown = async (fromVersion: number, toVersion: number) => {
    const steps = await reader().states.steps(log.pool, new Map([['a', { fromVersion, toVersion }]]));
    return (steps.get('a') ?? []).map(({ before, event, after }) => [before.count, event.metadata.version, after.last]);
  };

  it('are those of the versions that are wanted, with the state before and after each', async () => {
    await log.append('a', 0, ...texts(12));
    for (const _ of ['without snapshots', 'with snapshots']) {
      expect(await shown(10, 11)).toEqual([
        [9, 10, 'note 10'],
        [10, 11, 'note 11'],
      ]);
      expect(await shown(1, 1)).toEqual([[0, 1, 'note 1']]);
      expect(await shown(12, 40)).toEqual([[11, 12, 'note 12']]);
      expect(await shown(13, 40)).toEqual([]);
    }
  });

  it('write no snapshot twice', async () => {
    const { states, db, counted } = reader();
    await log.append('a', 0, ...texts(12));
    const steps = () => states.steps(db, new Map([['a', { fromVersion: 2, toVersion: 11 }]]));
    expect(await counted(steps)).toMatchObject({ statements: 2 });
    expect(await counted(steps)).toMatchObject({ statements: 1 });
  });
});

describe('the state as of a time', () => {
  const second = (at: number): string => new Date(Date.UTC(2026, 4, 1, 8, 0, at)).toISOString();
  const append = (version: number, at: string) =>
    log.store.append(log.pool, 'a', version, [noted(`note ${version + 1}`)], contextAt(at));
  const asOf = async (at: string) => (await reader().states.loadAsOf(log.pool, 'a', new Date(at))).last;

  it('includes that very millisecond, before and after there are snapshots', async () => {
    for (let version = 0; version < 12; version += 1) await append(version, second(version));
    for (const _ of ['without snapshots', 'with snapshots']) {
      expect(await asOf('2026-05-01T07:59:59.999Z')).toBe('');
      for (const version of [0, 3, 4, 5, 9, 10, 11]) expect(await asOf(second(version))).toBe(`note ${version + 1}`);
      expect(await asOf('2026-05-01T08:00:04.999Z')).toBe('note 5');
      expect(await asOf('2027-01-01T00:00:00.000Z')).toBe('note 12');
      await reader().states.load(log.pool, 'a');
    }
  });

  it('has no gap where clocks disagreed', async () => {
    const at = [0, 1, 9, 2, 3, 4, 5, 6, 7, 8, 10, 11];
    for (const [version, time] of at.entries()) await append(version, second(time));
    await reader().states.load(log.pool, 'a');
    expect(await asOf(second(4))).toBe('note 2');
    expect(await asOf(second(8))).toBe('note 2');
    expect(await asOf(second(9))).toBe('note 10');
  });
});

describe('what is personal', () => {
  type Named = DomainEvent<'Named', { name: string | null }>;
  const codec: EventCodec<Named> = {
    encode: ({ data: { name } }) => ({ data: {}, personal: { name }, personId: `of ${String(name)}` }),
    decode: (_, __, personal) => ({ type: 'Named', data: (personal as Named['data'] | undefined) ?? { name: null } }),
    isErased: 'EXISTS (SELECT FROM erased_people WHERE id = events.person_id)',
  };
  const store = new EventStore<Named>({ newEventId: () => 'event', codec });
  const states = new StreamStates<readonly (string | null)[], Named>({
    codec,
    initial: [],
    evolve: (names, { data }: RecordedEvent<Named>) => [...names, data.name],
    snapshots: {
      schemaVersion: 1,
      encode: (names) => names,
      decode: (stored) => stored as string[],
      interval: 2,
      isErased: (ids) => `EXISTS (SELECT FROM erased_people WHERE id = ANY(${ids}))`,
    },
  });
  const people = async () =>
    (await log.pool.query<{ person_ids: string[] }>('SELECT person_ids FROM stream_snapshots ORDER BY version')).rows;

  beforeEach(async () => {
    const named = ['Ann', 'Ann', 'Bob', 'Cid'].map((name): Named => ({ type: 'Named', data: { name } }));
    await store.append(log.pool, 'a', 0, named, contextAt('2026-05-01T08:00:00.000Z'));
  });

  it('names in each snapshot all whose data it may hold', async () => {
    await states.load(log.pool, 'a');
    expect(await people()).toEqual([{ person_ids: ['of Ann'] }, { person_ids: ['of Ann', 'of Bob', 'of Cid'] }]);
  });

  it('is not read from a snapshot once somebody in it is erased', async () => {
    await states.load(log.pool, 'a');
    await log.pool.query("INSERT INTO erased_people VALUES ('of Bob')");
    expect(await states.load(log.pool, 'a')).toEqual(['Ann', 'Ann', null, 'Cid']);
  });

  it('does not come back in a snapshot that is written after the erasure', async () => {
    await log.pool.query("INSERT INTO erased_people VALUES ('of Bob')");
    await log.pool.query("UPDATE events SET personal = NULL WHERE person_id = 'of Bob'");
    await states.load(log.pool, 'a');
    expect(await people()).toEqual([{ person_ids: ['of Ann'] }, { person_ids: ['of Ann', 'of Cid'] }]);
    expect(await states.load(log.pool, 'a')).toEqual(['Ann', 'Ann', null, 'Cid']);
  });

  it('is not written by a load that had read it before the erasure', async () => {
    const slow = {
      query: async (statement: { text: string; values: unknown[] }) => {
        if (statement.text.startsWith('INSERT')) await log.pool.query("INSERT INTO erased_people VALUES ('of Ann')");
        return log.pool.query(statement);
      },
    } as unknown as Queryable;
    await states.load(slow, 'a');
    expect(await people()).toEqual([]);
  });
});
