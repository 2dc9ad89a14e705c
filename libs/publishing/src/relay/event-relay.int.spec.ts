import { type EventLog, soon } from '@cds/event-store/testing';
import { relaysOfOwnLog, untilLookedAgain } from '../../test/relays.js';
import { RelayNotifier } from '@cds/event-store';
import { RelayHealth } from '../relay-health.js';

/** A poll that never comes: what happens was woken. */
const NEVER_POLLS = { idlePollMs: 600_000, standbyPollMs: 600_000 };

let log: EventLog;
const relays = relaysOfOwnLog((own) => (log = own));

describe('a relay', () => {
  it('publishes what was there, and what comes', async () => {
    await log.append('a', 0, 'before');
    const relay = relays.start();
    await soon(() => expect(relay.published).toEqual(['a/1 before']));
    await log.append('a', 1, 'after');
    await soon(() => expect(relay.published).toEqual(['a/1 before', 'a/2 after']));
  });

  it('publishes a long log in batches, in order, and each event once', async () => {
    const texts = Array.from({ length: 250 }, (_, index) => `note ${index}`);
    await log.append('a', 0, ...texts);
    const relay = relays.start({ batchSize: 100 });
    await soon(() => expect(relay.published).toEqual(texts.map((text, index) => `a/${index + 1} ${text}`)));
    expect(relay.batches.map(({ length }) => length)).toEqual([100, 100, 50]);
  });

  it('loses nothing when transactions commit in another order than they appended', async () => {
    const relay = relays.start();
    const [slow, fast] = [await log.begin(), await log.begin()];
    await log.appendIn(slow, 'a', 0, 'appended first');
    await log.appendIn(fast, 'b', 0, 'appended second');
    await fast.query('COMMIT');
    await log.append('c', 0, 'appended third');
    await slow.query('COMMIT');
    await soon(() =>
      expect(relay.published).toEqual(['a/1 appended first', 'b/1 appended second', 'c/1 appended third']),
    );
  });

  it('goes on where it stopped', async () => {
    await log.append('a', 0, 'one');
    const first = relays.start();
    await soon(() => expect(first.published).toEqual(['a/1 one']));
    await first.relay.stop();
    await log.append('a', 1, 'two');
    const second = relays.start();
    await soon(() => expect(second.published).toEqual(['a/2 two']));
  });

  it('does not hinder one of another name', async () => {
    await log.append('a', 0, 'one');
    const [notes, others] = [relays.start(), relays.start({ name: 'others' })];
    await soon(() => expect([notes.published, others.published]).toEqual([['a/1 one'], ['a/1 one']]));
  });

  it('refuses a log that was restored from another cluster', async () => {
    await log.append('a', 0, 'one');
    await log.pool.query('UPDATE events SET transaction_id = transaction_id + 1000000000');
    const health = new RelayHealth();
    const relay = relays.start({
      onProgress: (progress) => health.see(progress),
      onFailure: (error) => health.fail(error),
    });
    await soon(() => expect(relay.failures[0]).toMatch('restored from another cluster'));
    expect(relay.published).toEqual([]);
    expect(health.details().failure).toMatch('npm run relay -- adopt notes');
  });
});

describe('publishing that fails', () => {
  it('is tried again with the same events until it succeeds, and nothing overtakes them', async () => {
    await log.append('a', 0, 'one', 'two');
    const attempts: number[] = [];
    const relay = relays.start({
      batchSize: 1,
      publish: async (events) => {
        attempts.push(events[0]?.metadata.version ?? 0);
        if (attempts.length <= 4) throw new Error('the broker is away');
      },
    });
    await soon(() => expect(relay.published).toEqual(['a/1 one', 'a/2 two']));
    expect(attempts).toEqual([1, 1, 1, 1, 1, 2]);
    expect(relay.failures).toEqual(Array(4).fill('relay.publish_failed'));
  });

  it('does not keep a relay from stopping, and loses nothing', async () => {
    await log.append('a', 0, 'one');
    const failing = relays.start({
      publish: () => Promise.reject(new Error('the broker is away')),
      timing: { retryMinMs: 600_000, retryMaxMs: 600_000 },
    });
    await soon(() => expect(failing.failures).toEqual(['relay.publish_failed']));
    await failing.relay.stop();
    const relay = relays.start();
    await soon(() => expect(relay.published).toEqual(['a/1 one']));
  });
});

describe('an event that cannot be published', () => {
  const poisoned = (relay: { failures: string[] }) =>
    relay.failures.filter((failure) => failure.startsWith('relay.stuck'));
  const refusePoison = (events: readonly { data: { text: string } }[]) =>
    events.some(({ data }) => data.text === 'poison') ? Promise.reject(new Error('poison')) : Promise.resolve();
  const skip = (eventId: string) =>
    log.pool.query("INSERT INTO relay_skipped (event_id, reason) VALUES ($1, 'a test')", [eventId]);

  it('is found among others, reported once, and passed over when an operator says so', async () => {
    const texts = Array.from({ length: 40 }, (_, index) => (index === 17 ? 'poison' : `note ${index}`));
    const recorded = await log.append('a', 0, ...texts);
    const poison = recorded[17]?.metadata.eventId ?? '';
    const relay = relays.start({ publish: refusePoison, timing: { retryMinMs: 1, retryMaxMs: 2 } });
    await soon(() => expect(poisoned(relay)).toHaveLength(1));
    expect(relay.published).toHaveLength(17);
    await soon(() =>
      expect(relay.progress.at(-1)?.stuck).toMatchObject({ eventId: poison, version: 18, error: 'poison' }),
    );
    await skip(poison);
    await soon(() => expect(relay.published).toHaveLength(39));
    expect(relay.published).toEqual(
      texts.map((text, index) => `a/${index + 1} ${text}`).filter((fact) => !fact.endsWith('poison')),
    );
    await soon(() => expect(relay.progress.at(-1)?.stuck).toBeNull());
    expect(poisoned(relay)).toHaveLength(1);
  });

  it('may be the only one that waits', async () => {
    const [poison] = await log.append('a', 0, 'poison');
    const relay = relays.start({ publish: refusePoison, timing: { retryMinMs: 1, retryMaxMs: 2, measureMs: 10 } });
    await soon(() => expect(poisoned(relay)).toHaveLength(1));
    await skip(poison?.metadata.eventId ?? '');
    await soon(() => expect(relay.progress.at(-1)).toMatchObject({ stuck: null, pending: 0 }));
    expect(relay.published).toEqual([]);
  });
});

describe('a stop', () => {
  it('does not wait for a batch that does not end, which is published again', async () => {
    await log.append('a', 0, 'one');
    const slow = relays.gate();
    const stuck = relays.start({ publish: slow.pass, timing: { stopPatienceMs: 10 } });
    await slow.reached;
    await stuck.relay.stop();
    expect(stuck.published).toEqual([]);
    const next = relays.start();
    await soon(() => expect(next.published).toEqual(['a/1 one']));
  });

  it('finishes the batch in flight and its checkpoint', async () => {
    await log.append('a', 0, 'one', 'two');
    const slow = relays.gate();
    const stopping = relays.start({ batchSize: 1, publish: slow.pass });
    await slow.reached;
    let stopped = false;
    const stop = stopping.relay.stop().then(() => (stopped = true));
    await log.pool.query('SELECT 1');
    expect(stopped).toBe(false);
    slow.open();
    await stop;
    expect(stopping.published).toEqual(['a/1 one']);
    const next = relays.start();
    await soon(() => expect(next.published).toEqual(['a/2 two']));
  });

  it('leaves no connection behind', async () => {
    const relay = relays.start();
    await relay.untilLeading();
    await relay.relay.stop();
    await soon(async () => {
      const { rows } = await log.pool.query(
        "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'relay:notes/2'",
      );
      expect(rows).toEqual([]);
    });
  });

  it('is at once before the server was ever reached, and without a start', async () => {
    const astray = relays.start({
      connection: { host: '127.0.0.1', port: 1 },
      timing: { retryMinMs: 600_000, retryMaxMs: 600_000 },
    });
    await soon(() => expect(astray.failures).toHaveLength(1));
    await astray.relay.stop();
    await relays.start().relay.stop();
  });
});

describe('a wake-up', () => {
  /**
   * Appends one event after the other, each when the one before was published: only the first can be found without a
   * wake-up.
   */
  const expectWoken = async (published: () => readonly string[], wake: () => void): Promise<void> => {
    for (let version = 0; version < 5; version += 1) {
      await log.append('a', version, 'note');
      wake();
      await soon(() => expect(published()).toHaveLength(version + 1));
    }
  };

  it('from another process reaches the leader', async () => {
    const both = [relays.start({ timing: NEVER_POLLS }), relays.start({ timing: NEVER_POLLS })];
    await soon(() => expect(both.some(({ relay }) => relay.isLeading())).toBe(true));
    const waker = new RelayNotifier(log.pool, 'notes');
    await expectWoken(
      () => both.flatMap(({ published }) => published),
      () => waker.wake(),
    );
  });

  it('from its own process reaches it without a round trip', async () => {
    const relay = relays.start({ timing: NEVER_POLLS });
    await relay.untilLeading();
    await expectWoken(
      () => relay.published,
      () => relay.relay.wake(),
    );
  });

  it('is not spent on an event that an older transaction of the log holds back', async () => {
    const relay = relays.start({ timing: NEVER_POLLS });
    await relay.untilLeading();
    const older = await log.begin();
    await log.appendIn(older, 'b', 0, 'of an older transaction');
    await log.append('a', 0, 'one');
    relay.relay.wake();
    await untilLookedAgain(log);
    expect(relay.published).toEqual([]);
    await older.query('COMMIT');
    await soon(() => expect(relay.published).toEqual(['b/1 of an older transaction', 'a/1 one']));
  });

  it('has events published while transactions that write elsewhere are open', async () => {
    const relay = relays.start({ timing: NEVER_POLLS });
    await relay.untilLeading();
    const elsewhere = await log.beginWithId();
    await log.append('a', 0, 'one');
    relay.relay.wake();
    await soon(() => expect(relay.published).toEqual(['a/1 one']));
    await log.appendIn(elsewhere, 'b', 0, 'of the open transaction');
    await elsewhere.query('COMMIT');
    relay.relay.wake();
    await soon(() => expect(relay.published).toEqual(['a/1 one', 'b/1 of the open transaction']));
  });
});

describe('progress', () => {
  it('tells who leads, what was published and what waits', async () => {
    await log.append('a', 0, 'one', 'two', 'three');
    const slow = relays.gate();
    const leader = relays.start({ publish: slow.pass, timing: { measureMs: 10 } });
    await slow.reached;
    const standBy = relays.start();
    await soon(() =>
      expect(standBy.progress).toContainEqual({
        priority: 'live',
        leading: false,
        published: 0,
        pending: null,
        oldestPendingMs: null,
        stuck: null,
      }),
    );
    await soon(() =>
      expect(leader.progress).toContainEqual({
        priority: 'live',
        leading: true,
        published: 0,
        pending: 3,
        oldestPendingMs: expect.any(Number),
        stuck: null,
      }),
    );
    slow.open();
    await soon(() =>
      expect(leader.progress).toContainEqual({
        priority: 'live',
        leading: true,
        published: 3,
        pending: null,
        oldestPendingMs: null,
        stuck: null,
      }),
    );
    await soon(() =>
      expect(leader.progress.findLast(({ priority }) => priority === 'live')).toEqual({
        priority: 'live',
        leading: true,
        published: 0,
        pending: 0,
        oldestPendingMs: null,
        stuck: null,
      }),
    );
  });
});
