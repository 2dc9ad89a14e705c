import fc from 'fast-check';
import type { RecordedEvent } from '@cds/event-sourcing';
import pg from 'pg';
import { CONTEXT, EventLog, facts, noted, type Noted, soon } from '../testing/event-log.js';
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
    const { events, hidden } = await readLog(log.pool, plainCodec<Noted>(), this.after, { events: limit });
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
  | { by: number; does: 'write elsewhere' | 'append' | 'commit' | 'roll back'; stream: number }
  | { does: 'read' };

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
  { minLength: 10, maxLength: 40, size: 'max' },
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

describe('a transaction that does not write to the log', () => {
  it('holds nothing back, whether it writes to another table or to another database', async () => {
    const other = await EventLog.create();
    try {
      await log.beginWithId();
      await other.beginWithId();
      await log.append('a', 0, 'one');
      const reader = new Reader();
      expect(await reader.read()).toEqual(['a/1 one']);
      expect(reader.hidden).toBe(false);
    } finally {
      await other.clear();
      await other.drop();
    }
  });

  it('holds everything back while a copy of an older release is connected, whose appends record their id', async () => {
    await log.beginWithId();
    await log.append('a', 0, 'one');
    const old = new pg.Client({ connectionString: log.url, application_name: 'relay:notes' });
    await old.connect();
    const reader = new Reader();
    expect(await reader.read()).toEqual([]);
    expect(reader.hidden).toBe(true);
    await old.end();
    await soon(async () => expect(await reader.read()).toEqual(['a/1 one']));
  });
});

describe('a transaction whose id is older than what was read already', () => {
  it('appends behind it', async () => {
    const [old, older] = [await log.beginWithId(), await log.beginWithId()];
    const reader = new Reader();
    await log.append('a', 0, 'one');
    expect(await reader.readAll()).toEqual(['a/1 one']);
    await log.appendIn(old, 'b', 0, 'of an old transaction');
    await older.query('SAVEPOINT before');
    await log.appendIn(older, 'c', 0, 'never was');
    await older.query('ROLLBACK TO before');
    await log.appendIn(older, 'd', 0, 'of an older one, in a savepoint');
    expect(await reader.read()).toEqual([]);
    await older.query('COMMIT');
    await old.query('COMMIT');
    expect(await reader.readAll()).toEqual(['b/1 of an old transaction', 'd/1 of an older one, in a savepoint']);
  });

  it('copies the first events of streams behind it', async () => {
    const old = await log.beginWithId();
    const reader = new Reader();
    await log.append('a', 0, 'one');
    expect(await reader.readAll()).toEqual(['a/1 one']);
    await log.store.begin(old, [log.store.first('b', noted('copied'))], { ...CONTEXT, priority: 'bulk' });
    await old.query('COMMIT');
    expect(await reader.readAll()).toEqual(['b/1 copied']);
  });

  it('may not append in a snapshot of its own', async () => {
    const tx = await log.begin();
    await tx.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ');
    await expect(log.appendIn(tx, 'a', 0, 'one')).rejects.toThrow('appends need READ COMMITTED');
  });

  it('is seen when it holds the log without having an id yet', async () => {
    const tx = await log.begin();
    await tx.query("UPDATE events SET type = 'x' WHERE false");
    await log.append('a', 0, 'one');
    const reader = new Reader();
    await log.appendIn(tx, 'b', 0, 'two');
    await reader.read();
    await tx.query('COMMIT');
    expect([...(await reader.readAll()), ...facts(reader.seen)]).toEqual(
      expect.arrayContaining(['b/1 two', 'a/1 one']),
    );
    expect(reader.seen).toHaveLength(2);
  });
});

describe('a read that is bounded by bytes', () => {
  it('takes one event at least, and no more than fit', async () => {
    await log.append('a', 0, 'x'.repeat(900), 'y'.repeat(50), 'z'.repeat(50));
    await new Reader().readAll();
    const read = async (after: LogPosition, bytes: number) =>
      (await readLog(log.pool, plainCodec<Noted>(), after, { events: 10, bytes })).events;
    const [first, ...none] = await read(LOG_START, 500);
    expect([first?.event.metadata.version, none]).toEqual([1, []]);
    expect(await read(LOG_START, 1_000)).toHaveLength(3);
    expect(await read(first ?? LOG_START, 10)).toHaveLength(1);
  });
});

describe('writers that are slow, roll back and write elsewhere first', () => {
  const WRITERS = 8;
  const TRANSACTIONS = 40;

  /** Begins, writes elsewhere or not, waits, appends to streams of its own and to one that all share, and ends. */
  const write = async (writer: number, committed: Set<string>): Promise<void> => {
    let version = 0;
    for (let turn = 0; turn < TRANSACTIONS; turn += 1) {
      const tx = Math.random() < 0.6 ? await log.beginWithId() : await log.begin();
      await tx.query('SELECT pg_sleep($1)', [Math.random() * 0.02]);
      const added = 1 + Math.floor(Math.random() * 2);
      const texts = Array.from({ length: added }, (_, index) => `turn ${turn}.${index}`);
      if (Math.random() < 0.3)
        await log.store.begin(tx, [log.store.first(`w${writer}-${turn}`, noted('copied'))], {
          ...CONTEXT,
          priority: 'bulk',
        });
      await log.appendIn(tx, `w${writer}`, version, ...texts);
      await tx.query('SELECT pg_sleep($1)', [Math.random() * 0.02]);
      const keeps = Math.random() < 0.8;
      await log.end(tx, keeps ? 'COMMIT' : 'ROLLBACK');
      if (!keeps) continue;
      for (const [index, text] of texts.entries()) committed.add(`w${writer}/${version + index + 1} ${text}`);
      version += added;
    }
  };

  it('have every event that they commit read once, in order', async () => {
    const committed = new Set<string>();
    const reader = new Reader();
    let isOver = false;
    const reading = (async () => {
      while (!isOver) await reader.read(7);
    })();
    await Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer, committed)));
    isOver = true;
    await reading;
    await reader.readAll();
    const read = facts(reader.seen);
    const own = read.filter((fact) => !fact.endsWith('copied'));
    expect(own).toHaveLength(committed.size);
    expect(new Set(own)).toEqual(committed);
    const { rows } = await log.pool.query<{ count: number }>('SELECT count(*)::int AS count FROM events');
    expect(new Set(read).size).toBe(rows[0]?.count);
    for (let writer = 0; writer < WRITERS; writer += 1) {
      const versions = reader.seen
        .filter(({ metadata }) => metadata.streamId === `w${writer}`)
        .map(({ metadata }) => metadata.version);
      expect(versions).toEqual(versions.map((_, index) => index + 1));
    }
  });
});
