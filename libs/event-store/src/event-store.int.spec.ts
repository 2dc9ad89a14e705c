import type { DomainEvent } from '@cds/event-sourcing';
import { hasCode, isKind } from '@cds/errors';
import { CONTEXT, EventLog, facts, noted } from '../testing/event-log.js';
import { type EventCodec } from './event-codec.js';
import { EventStore } from './event-store.js';
import type { GroupCommit, Queryable } from '@cds/postgres';
import { LOG_START, readLog } from './read-log.js';

let log: EventLog;
beforeAll(async () => {
  log = await EventLog.create();
});
afterEach(() => log.clear());
afterAll(() => log.drop());

const loaded = async (streamId: string) => facts(await log.store.load(log.pool, streamId));

const expectConflict = async (append: Promise<unknown>): Promise<void> => {
  const error = await append.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect({ conflict: isKind(error, 'conflict'), code: hasCode(error, 'resource.conflict') }).toEqual({
    conflict: true,
    code: true,
  });
};

describe('an append', () => {
  it('loads as it was answered, with everything it was told', async () => {
    const context = {
      occurredAt: new Date('2026-05-01T08:00:00.123Z'),
      actor: { accountId: 'account-1', credentialId: 'key-1' },
      requestId: 'request-1',
      traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
    };
    const text = 'a "quoted" \\ {brace}, $1 and 🐟';
    const recorded = await log.store.append(log.pool, 'a', 0, [noted(text), noted('NULL')], context);
    expect(recorded.map(({ metadata }) => metadata.version)).toEqual([1, 2]);
    expect(recorded[0]?.metadata).toEqual({
      eventId: recorded[0]?.metadata.eventId,
      streamId: 'a',
      version: 1,
      ...context,
    });
    expect(await log.store.load(log.pool, 'a')).toEqual(recorded);
  });

  it('is one round trip, however many events', async () => {
    let roundTrips = 0;
    const counted = {
      query: (...args: Parameters<typeof log.pool.query>) => (roundTrips++, log.pool.query(...args)),
    } as Queryable;
    await log.appendIn(counted, 'a', 0, ...Array.from({ length: 100 }, (_, index) => `note ${index}`));
    expect(roundTrips).toBe(1);
    expect(await loaded('a')).toHaveLength(100);
  });

  it('gives its events positions in the order of their versions', async () => {
    await log.append('a', 0, ...Array.from({ length: 50 }, (_, index) => `note ${index}`));
    const { rows } = await log.pool.query<{ version: number }>('SELECT version FROM events ORDER BY position');
    expect(rows.map(({ version }) => version)).toEqual(Array.from({ length: 50 }, (_, index) => index + 1));
  });

  it('of no events does nothing', async () => {
    expect(await log.append('a', 5)).toEqual([]);
  });

  it('continues within one transaction', async () => {
    const tx = await log.begin();
    await log.appendIn(tx, 'a', 0, 'one');
    await log.appendIn(tx, 'a', 1, 'two');
    await tx.query('COMMIT');
    expect(await loaded('a')).toEqual(['a/1 one', 'a/2 two']);
  });
});

describe('an append at another version than the stream has', () => {
  beforeEach(() => log.append('a', 0, 'one', 'two', 'three'));

  it.each([
    ['a new stream that exists', 0],
    ['a version that has followers', 2],
    ['a version that is not reached yet', 5],
  ])('conflicts: %s', async (_, expectedVersion) => {
    await expectConflict(log.append('a', expectedVersion, 'late'));
    expect(await loaded('a')).toHaveLength(3);
  });

  it('conflicts: a stream that does not exist', async () => {
    await expectConflict(log.append('b', 1, 'orphan'));
    expect(await loaded('b')).toEqual([]);
  });

  it('stores none of several events', async () => {
    await expectConflict(log.append('a', 2, 'late', 'later'));
    expect(await loaded('a')).toHaveLength(3);
  });

  it('conflicts for all but one of many at the same time', async () => {
    const attempts = await Promise.allSettled(
      Array.from({ length: 12 }, (_, index) => log.append('a', 3, `writer ${index}`)),
    );
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const one of attempts) if (one.status === 'rejected') await expectConflict(Promise.reject(one.reason));
    expect(await loaded('a')).toHaveLength(4);
  });

  it('conflicts when another transaction commits the version first', async () => {
    const [first, second] = [await log.begin(), await log.begin()];
    await log.appendIn(first, 'a', 3, 'first');
    const blocked = expectConflict(log.appendIn(second, 'a', 3, 'second'));
    await first.query('COMMIT');
    await blocked;
  });
});

describe('writes alongside an append', () => {
  const ROWS = 'FROM json_to_recordset($1::json) AS saved (stream_id text, text text, version int)';
  const INSERT_NOTES = `INSERT INTO notes (stream_id, text, version) SELECT stream_id, text, version ${ROWS}`;
  const UPDATE_NOTES = `UPDATE notes SET text = saved.text ${ROWS} WHERE notes.stream_id = saved.stream_id`;
  const withNote = (db: Queryable | GroupCommit, streamId: string, expectedVersion: number, text: string) =>
    log.store.append(db, streamId, expectedVersion, [noted(text)], CONTEXT, (recorded) => [
      {
        text: INSERT_NOTES,
        rows: recorded.map(({ metadata, data }) => ({
          stream_id: streamId,
          text: data.text,
          version: metadata.version,
        })),
      },
      { text: 'INSERT INTO other_writes SELECT FROM json_array_elements($1::json)', rows: [] },
      { text: UPDATE_NOTES, rows: [{ stream_id: 'elsewhere', text }] },
    ]);
  const insertNote = (streamId: string, text: string) =>
    log.pool.query('INSERT INTO notes (stream_id, text, version) VALUES ($1, $2, 0)', [streamId, text]);
  const notes = async () =>
    (await log.pool.query('SELECT stream_id, text, version FROM notes ORDER BY stream_id')).rows;

  it('are made with it in one round trip', async () => {
    await insertNote('elsewhere', 'old');
    let roundTrips = 0;
    const counted = {
      query: (...args: Parameters<typeof log.pool.query>) => (roundTrips++, log.pool.query(...args)),
    } as Queryable;
    await withNote(counted, 'a', 0, 'one');
    expect(roundTrips).toBe(1);
    expect(await loaded('a')).toEqual(['a/1 one']);
    expect(await notes()).toEqual([
      { stream_id: 'a', text: 'one', version: 1 },
      { stream_id: 'elsewhere', text: 'one', version: 0 },
    ]);
  });

  it('are not made when it conflicts', async () => {
    await log.append('a', 0, 'one');
    await expectConflict(withNote(log.pool, 'a', 0, 'late'));
    await expectConflict(withNote(log.pool, 'a', 4, 'early'));
    expect(await notes()).toEqual([]);
  });

  it('undo it when one of them fails, and that failure is no conflict', async () => {
    await insertNote('a', 'taken');
    await expect(withNote(log.pool, 'a', 0, 'one')).rejects.toMatchObject({ code: '23505', constraint: 'notes_pkey' });
    expect(await loaded('a')).toEqual([]);
  });
});

describe('a load', () => {
  it('of an unknown stream is empty', async () => {
    expect(await loaded('nowhere')).toEqual([]);
  });

  it('takes versions, both ends included', async () => {
    await log.append('a', 0, 'one', 'two', 'three', 'four');
    expect(facts(await log.store.load(log.pool, 'a', { fromVersion: 2, toVersion: 3 }))).toEqual([
      'a/2 two',
      'a/3 three',
    ]);
  });
});

describe('the head of a stream', () => {
  it('is its last event, and none where there is no stream', async () => {
    await log.append('a', 0, 'one', 'two');
    expect(await log.store.head(log.pool, 'a')).toEqual({ version: 2, type: 'Noted' });
    expect(await log.store.head(log.pool, 'b')).toBeUndefined();
  });
});

describe('a codec', () => {
  type Named = DomainEvent<'Named', { name: string | null; weightLbs: number }>;
  const codec: EventCodec<Named> = {
    encode: ({ data: { name, ...data } }) => ({
      data,
      ...(name === null ? {} : { personal: { name }, personId: 'person-1' }),
    }),
    decode: (_, data, personal) => ({
      type: 'Named',
      data: { ...(data as { weightLbs: number }), name: (personal as { name: string } | undefined)?.name ?? null },
    }),
  };
  const store = new EventStore<Named>({ newEventId: () => 'event', codec });
  const named = (name: string | null): Named => ({ type: 'Named', data: { name, weightLbs: 4 } });

  it('keeps apart what erasure must reach, and leaves the rest when it was erased', async () => {
    await store.append(log.pool, 'a', 0, [named('Jane'), named(null)], CONTEXT);
    const { rows } = await log.pool.query('SELECT data, personal, person_id FROM events ORDER BY version');
    expect(rows).toEqual([
      { data: { weightLbs: 4 }, personal: { name: 'Jane' }, person_id: 'person-1' },
      { data: { weightLbs: 4 }, personal: null, person_id: null },
    ]);
    expect((await store.load(log.pool, 'a')).map(({ data }) => data.name)).toEqual(['Jane', null]);
    await log.pool.query("UPDATE events SET personal = NULL WHERE person_id = 'person-1'");
    expect((await store.load(log.pool, 'a')).map(({ data }) => data.name)).toEqual([null, null]);
  });

  it('that knows who was erased hides what is personal from every reader before it is removed', async () => {
    const hiding = { ...codec, isErased: "person_id = 'person-1'" };
    const [shown, hidden] = [store, new EventStore<Named>({ newEventId: () => 'event', codec: hiding })];
    await shown.append(log.pool, 'a', 0, [named('Jane')], CONTEXT);
    const namesOf = (events: readonly { data: Named['data'] }[]) => events.map(({ data }) => data.name);
    expect(namesOf(await shown.load(log.pool, 'a'))).toEqual(['Jane']);
    expect(namesOf(await hidden.load(log.pool, 'a'))).toEqual([null]);
    expect(
      namesOf((await readLog(log.pool, hiding, LOG_START, { events: 10 })).events.map(({ event }) => event)),
    ).toEqual([null]);
  });
});
