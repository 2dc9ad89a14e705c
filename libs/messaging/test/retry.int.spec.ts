import { AppError } from '@cds/errors';
import { eventually, fact, facts } from '@cds/testing';
import { type Ledger, openLedger } from './consumer.harness.js';
import { recordedNumbers, recordFacts } from './facts.js';

const unavailable = (): Error =>
  new AppError({ code: 'service.unavailable', kind: 'unavailable', message: 'Not now.' });
const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

describe('a failure that may heal', () => {
  let ledger: Ledger;
  beforeAll(async () => {
    ledger = await openLedger();
  });
  afterAll(() => ledger.close());
  afterEach(() => ledger.reset());

  it.each([
    ['a service that is unavailable', unavailable],
    ['a conflict', () => new AppError({ code: 'resource.conflict', kind: 'conflict', message: 'Changed meanwhile.' })],
    ['a deadlock', () => Object.assign(new Error('deadlock detected'), { code: '40P01' })],
  ])('such as %s is tried until it has healed, and nothing is put aside', async (_, error) => {
    const topic = await ledger.topic();
    let failures = 0;
    const { registry, logger } = await ledger.consume(topic, async (events, context) => {
      await recordFacts(events, context);
      if (failures < 4) {
        failures += 1;
        throw error();
      }
    });
    await ledger.publisher.publish(topic, facts(10));

    await eventually(async () => expect(await recordedNumbers(ledger.pool)).toEqual(upTo(10)), { timeoutMs: 10_000 });
    expect(await ledger.deadLetters(topic)).toEqual([]);
    expect(await registry.metrics()).toContain(`cds_message_retries_total{topic="${topic}"} 4`);
    expect(logger.lines.filter(({ message }) => message === 'consumer.retrying').map(({ attempt }) => attempt)).toEqual(
      [0, 1, 2, 3],
    );
  });

  it.each([1, 3])('of more than %i events at once, such as by a time limit, is tried with fewer', async (most) => {
    const topic = await ledger.topic();
    await ledger.publisher.publish(topic, facts(8));
    await ledger.consume(topic, async (events, context) => {
      await recordFacts(events, context);
      if (events.length > most)
        throw Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' });
    });

    await eventually(async () => expect(await recordedNumbers(ledger.pool)).toEqual(upTo(8)), { timeoutMs: 10_000 });
    expect(await ledger.deadLetters(topic)).toEqual([]);
  });

  it('holds up none of the partitions that it was fetched with', async () => {
    const topic = await ledger.topic(6);
    await ledger.publisher.publish(topic, [
      fact(0, { subject: 'stuck' }),
      ...upTo(40).map((number) => fact(number + 1, { subject: `free_${number}` })),
    ]);
    let partition: number | undefined;
    await ledger.consume(topic, async (events, context) => {
      const stuck = events.find(({ subject }) => subject === 'stuck');
      partition ??= stuck?.partition;
      if (stuck) throw unavailable();
      await recordFacts(events, context);
    });

    const others = async () =>
      (await ledger.pool.query<{ partition: number }>('SELECT DISTINCT partition FROM facts ORDER BY 1')).rows.map(
        (row) => row.partition,
      );
    await eventually(async () => expect(await others()).toEqual(upTo(6).filter((one) => one !== partition)));
    expect(await recordedNumbers(ledger.pool)).not.toContain(0);
    expect(await ledger.deadLetters(topic)).toEqual([]);
  });

  it('holds up neither other partitions nor other topics', async () => {
    const [topic, other] = [await ledger.topic(4), await ledger.topic()];
    await ledger.consume({
      [topic]: async (events, context) => {
        if (events.some(({ subject }) => subject === 'stuck')) throw unavailable();
        await recordFacts(events, context);
      },
      [other]: recordFacts,
    });
    await ledger.publisher.publish(topic, [fact(0, { subject: 'stuck' })]);
    // murmur2 puts these in other partitions than the one before.
    await ledger.publisher.publish(
      topic,
      [1, 2, 3, 4, 5, 6, 7, 8].map((number) => fact(number, { subject: `free_${number}` })),
    );
    await ledger.publisher.publish(other, [fact(100)]);

    await eventually(async () => {
      const numbers = await recordedNumbers(ledger.pool);
      expect(numbers).toContain(100);
      expect(numbers.length).toBeGreaterThan(4);
    });
    expect(await recordedNumbers(ledger.pool)).not.toContain(0);
  });

  it('of reading the offset is no message’s fault', async () => {
    const topic = await ledger.topic();
    const { logger } = await ledger.consume(topic);
    await ledger.publisher.publish(topic, [fact(0)]);
    await eventually(async () => expect(await recordedNumbers(ledger.pool)).toEqual([0]));
    await ledger.pool.query('ALTER TABLE consumer_offsets RENAME TO hidden');
    await ledger.publisher.publish(topic, facts(3, 1));
    await eventually(() => expect(logger.lines.map(({ message }) => message)).toContain('consumer.retrying'));
    await ledger.pool.query('ALTER TABLE hidden RENAME TO consumer_offsets');

    await eventually(async () => expect(await recordedNumbers(ledger.pool)).toEqual(upTo(4)));
    expect(await ledger.deadLetters(topic)).toEqual([]);
  });

  it('of the database, such as sessions that are ended again and again, loses and repeats nothing', async () => {
    const topic = await ledger.topic(3);
    await ledger.consume(topic);
    let isOver = false;
    const killing = (async () => {
      while (!isOver) {
        await ledger.pool
          .query(
            `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
              WHERE datname = current_database() AND pid <> pg_backend_pid()`,
          )
          .catch(() => undefined);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    })();
    for (let from = 0; from < 600; from += 20) await ledger.publisher.publish(topic, facts(20, from));
    await new Promise((resolve) => setTimeout(resolve, 500));
    isOver = true;
    await killing;

    await eventually(
      async () => expect((await recordedNumbers(ledger.pool)).sort((a, b) => Number(a) - Number(b))).toEqual(upTo(600)),
      { timeoutMs: 20_000 },
    );
    expect(await ledger.deadLetters(topic)).toEqual([]);
  });
});
