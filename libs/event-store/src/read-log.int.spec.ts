import fc from 'fast-check';
import type { RecordedEvent } from '@cds/event-sourcing';
import type pg from 'pg';
import { EventLog, facts, type Noted, soon } from '../test/event-log.js';
import { plainCodec } from './event-codec.js';
import { type LogPosition, LOG_START, readLog } from './read-log.js';

let log: EventLog;
beforeAll(async () => {
  log = await EventLog.create();
});
afterEach(() => log.clear());
afterAll(() => log.drop());

/** Reads as a relay does: on from the last event, each time it is asked. */
class Reader {
  readonly seen: RecordedEvent<Noted>[] = [];
  hidden = false;
  private after: LogPosition = LOG_START;

  async read(limit = 100): Promise<string[]> {
    const { events, hidden } = await readLog(log.pool, plainCodec<Noted>(), this.after, limit);
    this.after = events.at(-1) ?? this.after;
    this.hidden = hidden;
    this.seen.push(...events.map(({ event }) => event));
    return facts(events.map(({ event }) => event));
  }

  /**
   * Reads until nothing is held back: transactions in other databases of the server, those of other tests, count too.
   */
  async readAll(limit?: number): Promise<string[]> {
    const before = this.seen.length;
    await soon(async () => {
      while ((await this.read(limit)).length > 0);
      expect(this.hidden).toBe(false);
    });
    return facts(this.seen.slice(before));
  }
}

/** Reads as most outboxes do: on from the last number of the sequence. */
class NaiveReader {
  private after = '0';

  async read(): Promise<string[]> {
    const { rows } = await log.pool.query<{
      position: string;
      stream_id: string;
      version: number;
      data: { text: string };
    }>('SELECT * FROM events WHERE position > $1 ORDER BY position', [this.after]);
    this.after = rows.at(-1)?.position ?? this.after;
    return rows.map(({ stream_id, version, data }) => `${stream_id}/${version} ${data.text}`);
  }
}

describe('transactions that commit in another order than they appended', () => {
  it(
    'make who reads by sequence lose an event, and nobody who reads below the oldest transaction in ' + 'flight',
    async () => {
      const [naive, reader] = [new NaiveReader(), new Reader()];
      const [slow, fast] = [await log.begin(), await log.begin()];
      await log.appendIn(slow, 'a', 0, 'appended first');
      await log.appendIn(fast, 'b', 0, 'appended second');

      await fast.query('COMMIT');
      expect(await naive.read()).toEqual(['b/1 appended second']);
      expect(await reader.read()).toEqual([]);

      await slow.query('COMMIT');
      expect(await naive.read()).toEqual([]);
      expect(await reader.readAll()).toEqual(['a/1 appended first', 'b/1 appended second']);
    },
  );

  it('are waited for no longer than they last, whether they commit or not', async () => {
    const reader = new Reader();
    const [slow, fast] = [await log.begin(), await log.begin()];
    await log.appendIn(slow, 'a', 0, 'never was');
    await log.appendIn(fast, 'b', 0, 'kept');
    await fast.query('COMMIT');
    await reader.read();
    expect(reader.hidden).toBe(true);
    await slow.query('ROLLBACK');
    expect(await reader.readAll()).toEqual(['b/1 kept']);
  });
});

describe('a transaction that got its id before the stream began', () => {
  it('appends after it in the log too', async () => {
    const early = await log.beginWithId();
    await log.append('a', 0, 'v1, of a later transaction');
    await log.appendIn(early, 'a', 1, 'v2, of an earlier transaction');
    await early.query('COMMIT');
    expect(await new Reader().readAll()).toEqual([
      'a/1 v1, of a later transaction',
      'a/2 v2, of an earlier transaction',
    ]);
  });

  it('hands its place on to whoever goes on from there', async () => {
    const [earliest, early] = [await log.beginWithId(), await log.beginWithId()];
    await log.append('a', 0, 'one');
    await log.appendIn(early, 'a', 1, 'two');
    await early.query('COMMIT');
    await log.appendIn(earliest, 'a', 2, 'three');
    await earliest.query('COMMIT');
    expect(await new Reader().readAll()).toEqual(['a/1 one', 'a/2 two', 'a/3 three']);
  });
});

describe('a read', () => {
  it('takes as many as it is told, and goes on from there', async () => {
    await log.append('a', 0, 'one', 'two', 'three');
    await new Reader().readAll();
    const reader = new Reader();
    expect(await reader.read(2)).toEqual(['a/1 one', 'a/2 two']);
    expect(await reader.read(2)).toEqual(['a/3 three']);
    expect(await reader.read(2)).toEqual([]);
  });

  it('is not held back by transactions that only read', async () => {
    const reading = await log.begin();
    await reading.query('SELECT count(*) FROM events');
    await log.append('a', 0, 'one');
    expect(await new Reader().readAll()).toEqual(['a/1 one']);
  });
});

/** What one of three transactions does next; between the steps somebody may read. */
type Step =
  { by: number; does: 'write elsewhere' | 'append' | 'commit' | 'roll back'; stream: number } | { does: 'read' };

const steps = fc.array(
  fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record({
        by: fc.nat(2),
        does: fc.constantFrom(
          'write elsewhere' as const,
          'append' as const,
          'append' as const,
          'commit' as const,
          'roll back' as const,
        ),
        stream: fc.nat(1),
      }),
    },
    { weight: 2, arbitrary: fc.constant({ does: 'read' as const }) },
  ),
  { minLength: 10, maxLength: 40 },
);

/** Plays the steps; who would wait for another's uncommitted version of a stream does nothing instead. */
class Play {
  readonly reader = new Reader();
  private readonly open = new Map<number, pg.PoolClient>();
  private readonly owners = new Map<number, number>();

  async step(step: Step): Promise<void> {
    if (step.does === 'read') return void (await this.reader.read(2));
    if (step.does === 'commit') return this.end(step.by, 'COMMIT');
    if (step.does === 'roll back') return this.end(step.by, 'ROLLBACK');
    const tx = this.open.get(step.by) ?? (await log.begin());
    this.open.set(step.by, tx);
    if (step.does === 'write elsewhere') return void (await tx.query('INSERT INTO other_writes DEFAULT VALUES'));
    if ((this.owners.get(step.stream) ?? step.by) !== step.by) return;
    this.owners.set(step.stream, step.by);
    const version = (await log.store.load(tx, `s${step.stream}`)).length;
    await log.appendIn(tx, `s${step.stream}`, version, `by ${step.by}`);
  }

  async finish(): Promise<void> {
    for (const by of this.open.keys()) await this.end(by, 'COMMIT');
    await this.reader.readAll(3);
  }

  private async end(by: number, how: 'COMMIT' | 'ROLLBACK'): Promise<void> {
    await this.open.get(by)?.query(how);
    this.open.delete(by);
    for (const [stream, owner] of this.owners) if (owner === by) this.owners.delete(stream);
  }
}

describe('any interleaving of transactions', () => {
  it('is read in full, once, each stream in the order of its versions', async () => {
    await fc.assert(
      fc
        .asyncProperty(steps, async (story) => {
          const play = new Play();
          for (const step of story) await play.step(step);
          await play.finish();
          for (const stream of ['s0', 's1']) {
            const read = play.reader.seen.filter(({ metadata }) => metadata.streamId === stream);
            expect(facts(read)).toEqual(facts(await log.store.load(log.pool, stream)));
          }
        })
        .afterEach(() => log.clear()),
      { numRuns: 60, interruptAfterTimeLimit: 15_000 },
    );
  });
});
