import type { RecordedEvent } from '@cds/event-sourcing';
import { LOG_START, plainCodec, readLog } from '@cds/event-store';
import { type EventLog, facts, type Noted, soon } from '@cds/event-store/testing';
import { firstTimes, killLeader, relaysOfOwnLog, versionsOf } from '../../test/relays.js';

let log: EventLog;
const relays = relaysOfOwnLog((own) => (log = own));

const beginMany = async (count: number): Promise<string[]> => {
  const ids = Array.from({ length: count }, (_, index) => `bulk-${String(index).padStart(3, '0')}`);
  for (const id of ids) await log.beginBulk(id, 'begun');
  return ids;
};

/**
 * Holds up batches with an event that `isHeld` until the gate opens, and keeps the order in which the others passed.
 */
const sending = (isHeld: (fact: string) => boolean) => {
  const gate = relays.gate();
  const sent: string[] = [];
  const publish = async (events: readonly RecordedEvent<Noted>[]): Promise<void> => {
    if (facts(events).some(isHeld)) await gate.pass();
    sent.push(...facts(events));
  };
  return { gate, sent, publish };
};

const isBulk = (fact: string): boolean => fact.startsWith('bulk');

describe('bulk events', () => {
  it('hold up no live event', async () => {
    await beginMany(3);
    const { gate, sent, publish } = sending(isBulk);
    relays.start({ publish });
    await gate.reached;
    await log.append('live', 0, 'one');
    await soon(() => expect(sent).toEqual(['live/1 one']));
    gate.open();
    await soon(() => expect(sent).toHaveLength(4));
  });

  it('are not held up by live events', async () => {
    await log.append('live', 0, 'one');
    const { gate, sent, publish } = sending((fact) => !isBulk(fact));
    relays.start({ publish });
    await gate.reached;
    await beginMany(2);
    await soon(() => expect(sent).toEqual(['bulk-000/1 begun', 'bulk-001/1 begun']));
  });

  it('is sent in small batches', async () => {
    await beginMany(25);
    const relay = relays.start({ bulkPerSecond: 100 });
    await soon(() => expect(relay.published).toHaveLength(25));
    expect(relay.batches.map(({ length }) => length)).toEqual([10, 10, 5]);
  });

  it('go on where they stopped, and what waits is counted for each priority', async () => {
    await beginMany(2);
    const first = relays.start();
    await soon(() => expect(first.published).toHaveLength(2));
    await first.relay.stop();
    await log.beginBulk('bulk-late', 'begun');
    const { gate, publish } = sending(isBulk);
    const second = relays.start({ publish, timing: { measureMs: 10 } });
    await gate.reached;
    await soon(() =>
      expect(second.progress).toContainEqual({
        priority: 'bulk',
        leading: true,
        published: 0,
        pending: 1,
        oldestPendingMs: expect.any(Number),
        stuck: null,
      }),
    );
    expect(second.progress).toContainEqual({
      priority: 'live',
      leading: true,
      published: 0,
      pending: 0,
      oldestPendingMs: null,
      stuck: null,
    });
    gate.open();
    await soon(() => expect(second.batches).toEqual([['bulk-late/1 begun']]));
  });

  it('that fail do not keep live events from ending in good order', async () => {
    await beginMany(1);
    const { gate, sent, publish } = sending(isBulk);
    const relay = relays.start({ publish });
    await gate.reached;
    await log.pool.query('UPDATE relay_checkpoints SET transaction_id = 4000000000 WHERE lane = 1');
    gate.open();
    await soon(() => expect(relay.failures.join()).toMatch('Another relay moved the checkpoint'));
    await log.pool.query('DELETE FROM relay_checkpoints WHERE lane = 1');
    await log.append('live', 0, 'one');
    await soon(() => expect(firstTimes(sent)).toContain('live/1 one'));
  });
});

describe('a later event of a stream that began with a bulk event', () => {
  it('is a bulk event while none was ever published', async () => {
    await log.beginBulk('a', 'one');
    await log.append('a', 1, 'two', 'three');
    expect(await log.lanesOf('a')).toEqual([1, 1, 1]);
  });

  it('is a bulk event while the one before waits, also when another bulk event was sent', async () => {
    await log.beginBulk('bulk-first', 'one');
    const { gate, publish } = sending((fact) => fact.startsWith('a/'));
    const relay = relays.start({ publish });
    await soon(() => expect(relay.published).toEqual(['bulk-first/1 one']));
    await log.beginBulk('a', 'one');
    await gate.reached;
    await log.append('a', 1, 'two');
    await log.append('bulk-first', 1, 'two');
    expect([await log.lanesOf('a'), await log.lanesOf('bulk-first')]).toEqual([
      [1, 1],
      [1, 0],
    ]);
    gate.open();
    await soon(() => expect(versionsOf('a', relay.published)).toEqual([1, 2]));
  });

  it('is live once the one before was sent, and so are those after it', async () => {
    await log.beginBulk('a', 'one');
    const relay = relays.start();
    await soon(() =>
      expect(relay.progress).toContainEqual(expect.objectContaining({ priority: 'bulk', published: 1 })),
    );
    await log.append('a', 1, 'two');
    await log.append('a', 2, 'three');
    expect(await log.lanesOf('a')).toEqual([1, 0, 0]);
    await soon(() => expect(relay.published).toEqual(['a/1 one', 'a/2 two', 'a/3 three']));
  });

  it('waits for all relays there are', async () => {
    await log.beginBulk('a', 'one');
    const { gate, publish } = sending(isAny);
    const [fast, slow] = [relays.start(), relays.start({ name: 'others', publish })];
    await gate.reached;
    await soon(() => expect(fast.progress).toContainEqual(expect.objectContaining({ priority: 'bulk', published: 1 })));
    await log.append('a', 1, 'two');
    expect(await log.lanesOf('a')).toEqual([1, 1]);
    gate.open();
    await soon(() =>
      expect([fast.published, slow.published]).toEqual([
        ['a/1 one', 'a/2 two'],
        ['a/1 one', 'a/2 two'],
      ]),
    );
  });

  it('comes after it though the relay died between sending it and its checkpoint', async () => {
    await log.beginBulk('a', 'one');
    const all: string[] = [];
    let isFirst = true;
    relays.start({
      publish: async (events) => {
        all.push(...facts(events));
        if (!isFirst) return;
        isFirst = false;
        await log.append('a', 1, 'two');
        await killLeader(log);
      },
    });
    await soon(() => expect(all).toEqual(['a/1 one', 'a/1 one', 'a/2 two']));
    expect(await log.lanesOf('a')).toEqual([1, 1]);
  });

  it('appended while the checkpoint moves is published behind it, whatever priority it met', async () => {
    const ids = Array.from({ length: 60 }, (_, index) => `bulk-${index}`);
    const all: string[] = [];
    const publish = async (events: readonly RecordedEvent<Noted>[]) => void all.push(...facts(events));
    for (let copy = 0; copy < 2; copy += 1)
      relays.start({ publish, batchSize: 3, bulkPerSecond: 600, timing: { gatherMs: 1, gatherMaxMs: 1 } });
    const writing = Promise.all(
      [0, 1, 2].map(async (writer) => {
        for (const id of ids.filter((_, index) => index % 3 === writer)) {
          await log.beginBulk(id, 'note');
          for (let version = 1; version < 6; version += 1) {
            if (version === 4) await soon(() => expect(all).toContain(`${id}/4 note`));
            await log.append(id, version, 'note');
          }
        }
      }),
    );
    for (let kills = 0; kills < 3; kills += 1) {
      const seen = all.length;
      await soon(() => expect(all.length).toBeGreaterThan(seen + 20));
      await killLeader(log);
    }
    await writing;
    await soon(() => expect(firstTimes(all)).toHaveLength(ids.length * 6));
    for (const id of ids) expect(versionsOf(id, firstTimes(all))).toEqual([1, 2, 3, 4, 5, 6]);
    const { rows } = await log.pool.query<{ lane: number }>(
      'SELECT DISTINCT lane FROM events WHERE version > 1 ORDER BY lane',
    );
    expect(rows).toEqual([{ lane: 0 }, { lane: 1 }]);
  }, 120_000);
});

const isAny = (): boolean => true;

describe('the whole log', () => {
  it('is one order over both priorities, each stream in that of its versions', async () => {
    await log.append('live', 0, 'one');
    await log.beginBulk('a', 'one');
    await log.append('live', 1, 'two');
    await log.append('a', 1, 'two');
    await soon(async () => {
      const { events, hidden } = await readLog(log.pool, plainCodec<Noted>(), LOG_START, { events: 3 });
      expect(hidden).toBe(false);
      const [last] = events.slice(-1);
      const rest = last && (await readLog(log.pool, plainCodec<Noted>(), last, { events: 3 }));
      expect([...events, ...(rest?.events ?? [])].map(({ event }) => facts([event])[0])).toEqual([
        'live/1 one',
        'a/1 one',
        'live/2 two',
        'a/2 two',
      ]);
    });
  });
});
