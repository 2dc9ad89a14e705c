import type { RecordedEvent } from '@cds/event-sourcing';
import { type EventLog, facts, type Noted, soon } from '@cds/event-store/testing';
import { firstTimes, killLeader, relaysOfOwnLog, type TestRelay, versionsOf } from '../../test/relays.js';

/** Who lost its connection stays away for longer than a test lasts. */
const STAYS_AWAY = { retryMinMs: 600_000, retryMaxMs: 600_000 };

let log: EventLog;
const relays = relaysOfOwnLog((own) => (log = own));

const leaderOf = (all: readonly TestRelay[]): Promise<TestRelay> =>
  soon(() => {
    const [leader, ...others] = all.filter(({ relay }) => relay.isLeading());
    if (leader === undefined || others.length > 0) throw new Error(`${others.length} more than one leader`);
    return leader;
  });

describe('two relays of one name', () => {
  it('do not both publish', async () => {
    const both = [relays.start(), relays.start()];
    const leader = await leaderOf(both);
    for (let version = 0; version < 20; version += 1) await log.append('a', version, 'note');
    await soon(() => expect(versionsOf('a', leader.published)).toHaveLength(20));
    expect(both.flatMap(({ published }) => published)).toHaveLength(20);
  });

  it('take turns when the leader stops: at once, without a poll', async () => {
    const both = [
      relays.start({ timing: { standbyPollMs: 600_000 } }),
      relays.start({ timing: { standbyPollMs: 600_000 } }),
    ];
    const leader = await leaderOf(both);
    const standBy = both.find((one) => one !== leader);
    await soon(() => expect(standBy?.progress).not.toEqual([]));
    await leader.relay.stop();
    await standBy?.untilLeading();
  });

  it('take over when the leader’s connection dies: nothing lost, each stream in order', async () => {
    const all: string[] = [];
    const publish = async (events: readonly RecordedEvent<Noted>[]) => void all.push(...facts(events));
    const both = [
      relays.start({ batchSize: 7, publish, timing: STAYS_AWAY }),
      relays.start({ batchSize: 7, publish, timing: STAYS_AWAY }),
    ];
    const first = await leaderOf(both);
    const streams = ['a', 'b', 'c'];
    const writeAll = async (from: number, to: number) => {
      for (let version = from; version < to; version += 1)
        await Promise.all(streams.map((stream) => log.append(stream, version, 'note')));
    };
    const writing = writeAll(0, 60);
    await soon(() => expect(all.length).toBeGreaterThan(20));
    await killLeader(log);
    await writing;
    const second = await leaderOf(both.filter((one) => one !== first));
    await writeAll(60, 65);
    await soon(() => expect(firstTimes(all)).toHaveLength(65 * streams.length));
    for (const stream of streams)
      expect(versionsOf(stream, firstTimes(all))).toEqual(Array.from({ length: 65 }, (_, index) => index + 1));
    expect([first.relay.isLeading(), second.relay.isLeading()]).toEqual([false, true]);
  });
});

describe('a relay that lost its connection', () => {
  it('between publishing and its checkpoint sends the same events again, in the same order', async () => {
    await log.append('a', 0, 'one', 'two', 'three');
    let isFirst = true;
    const relay = relays.start({
      batchSize: 2,
      publish: async () => {
        if (isFirst) await killLeader(log);
        isFirst = false;
      },
    });
    await soon(() => expect(relay.batches).toEqual([['a/1 one', 'a/2 two'], ['a/1 one', 'a/2 two'], ['a/3 three']]));
  });

  it('while publishing fails lets go, and comes back', async () => {
    await log.append('a', 0, 'one');
    let brokerIsAway = true;
    const relay = relays.start({
      publish: async () => {
        if (brokerIsAway) throw new Error('the broker is away');
      },
    });
    await soon(() => expect(relay.failures).toContain('relay.publish_failed'));
    await killLeader(log);
    await soon(() => expect(relay.failures.join()).toMatch('relay.failed'));
    brokerIsAway = false;
    await soon(() => expect(relay.published).toEqual(['a/1 one']));
  });

  it('while it was idle notices, and comes back', async () => {
    const relay = relays.start({ timing: { idlePollMs: 600_000 } });
    await relay.untilLeading();
    await killLeader(log);
    await soon(() => expect(relay.failures.join()).toMatch('relay.failed'));
    await log.append('a', 0, 'one');
    await soon(() => expect(relay.published).toEqual(['a/1 one']));
  });

  it('while it stood by comes back', async () => {
    const leader = relays.start();
    await leader.untilLeading();
    const standBy = relays.start();
    await soon(() => expect(standBy.progress).not.toEqual([]));
    await log.pool.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE application_name = 'relay:notes/2' AND datname = current_database()
       AND pid NOT IN (SELECT pid FROM pg_locks WHERE locktype = 'advisory')`,
    );
    await soon(() => expect(standBy.failures.join()).toMatch('relay.failed'));
    await leader.relay.stop();
    await standBy.untilLeading();
  });

  it('but still publishes does not move the checkpoint of who took over', async () => {
    await log.append('a', 0, 'one', 'two');
    const slow = relays.gate();
    const old = relays.start({ batchSize: 1, publish: slow.pass, timing: STAYS_AWAY });
    await slow.reached;
    await killLeader(log);
    const next = relays.start();
    await soon(() => expect(next.published).toEqual(['a/1 one', 'a/2 two']));
    const checkpoint = async () =>
      (await log.pool.query('SELECT lane, transaction_id, position FROM relay_checkpoints ORDER BY lane')).rows;
    await soon(() => expect(next.progress).toContainEqual(expect.objectContaining({ published: 2 })));
    const before = await checkpoint();
    slow.open();
    await soon(() => expect(old.failures.join()).toMatch('relay.failed'));
    expect(await checkpoint()).toEqual(before);
  });
});
