import { eventually, facts } from '@cds/testing';
import { type Ledger, openLedger } from './consumer.harness.js';
import { recordedNumbers, recordFacts } from './facts.js';

const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

describe('copies of a service', () => {
  let ledger: Ledger;
  beforeAll(async () => {
    ledger = await openLedger();
  });
  afterAll(() => ledger.close());
  afterEach(() => ledger.reset());

  const sorted = async () => (await recordedNumbers(ledger.pool)).sort((a, b) => Number(a) - Number(b));

  it('that come and go while events flow count each of them once, in order per subject', async () => {
    const topic = await ledger.topic(6);
    const first = await ledger.consume(topic);
    let sent = 0;
    let isOver = false;
    const sending = (async () => {
      while (!isOver) {
        await ledger.publisher.publish(topic, facts(25, sent));
        sent += 25;
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    })();
    const progress = async (more: number) => {
      const goal = (await recordedNumbers(ledger.pool)).length + more;
      await eventually(async () => expect((await recordedNumbers(ledger.pool)).length).toBeGreaterThan(goal), {
        timeoutMs: 20_000,
      });
    };

    await progress(100);
    const second = await ledger.consume(topic);
    await eventually(async () => expect(await second.registry.metrics()).toMatch(/outcome="handled"} [1-9]/), {
      timeoutMs: 20_000,
    });
    await progress(100);
    await first.close();
    await progress(100);
    const third = await ledger.consume(topic);
    await eventually(async () => expect(await third.registry.metrics()).toMatch(/outcome="handled"} [1-9]/), {
      timeoutMs: 20_000,
    });
    isOver = true;
    await sending;

    await eventually(async () => expect(await sorted()).toEqual(upTo(sent)), { timeoutMs: 20_000 });
    const { rows } = await ledger.pool.query(
      `SELECT subject FROM facts GROUP BY subject HAVING array_agg(number ORDER BY position) <> array_agg(number
        ORDER BY number)`,
    );
    expect(rows).toEqual([]);
    expect(await ledger.deadLetters(topic)).toEqual([]);
  });

  it('that are closed finish the batch in hand, commit it and leave at once', async () => {
    const topic = await ledger.topic();
    let arrived = (): void => undefined;
    let letGo = (): void => undefined;
    const inHandler = new Promise<void>((resolve) => (arrived = resolve));
    const held = new Promise<void>((resolve) => (letGo = resolve));
    const consumer = await ledger.consume(
      topic,
      async (events, context) => {
        arrived();
        await held;
        await recordFacts(events, context);
      },
      { maxBatch: 10 },
    );
    await ledger.publisher.publish(topic, facts(30));
    await inHandler;
    const closed = consumer.close();
    letGo();
    await closed;
    const atClose = await recordedNumbers(ledger.pool);
    expect(atClose.length).toBeGreaterThanOrEqual(10);
    expect(atClose.length).toBeLessThan(30);

    await ledger.consume(topic);
    // Well within the session time-out that a copy holds its partitions for when it just dies.
    await eventually(async () => expect(await recordedNumbers(ledger.pool)).toEqual(upTo(30)), { timeoutMs: 5_000 });
  });
});
