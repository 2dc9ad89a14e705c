import type pg from 'pg';
import { GroupCommit } from './group-commit.js';

const FOR_EVER_MS = 60_000;
const row = (id: number) => [{ text: 'SELECT FROM json_to_recordset($1::json) AS row (id int)', rows: [{ id }] }];

/** A pool whose statements end when they are told to. */
const statements = () => {
  const sent: { readonly ids: readonly number[]; end(): void }[] = [];
  const query = ({ values }: { values: readonly string[] }): Promise<void> =>
    new Promise((end) => {
      const rows = JSON.parse(values[0] ?? '[]') as { id: number }[];
      sent.push({ ids: rows.map(({ id }) => id), end });
    });
  const client = { query, release: () => undefined };
  return { sent, pool: { connect: () => Promise.resolve(client) } as unknown as pg.Pool };
};

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
/** What was queued has been sent by then, if it is to be. */
const turns = async (): Promise<void> => {
  for (let count = 0; count < 5; count += 1) await turn();
};

const writer = (group: GroupCommit) => (id: number) => group.commit(String(id), row(id));

describe('writers whom no one waits for', () => {
  const WAITING = { maxInFlight: 2, busyFrom: 4, minBatch: 6, maxBatch: 10, maxLingerMs: FOR_EVER_MS };

  it('are sent at once while they are few', async () => {
    const { sent, pool } = statements();
    const written = [1, 2, 3].map(writer(new GroupCommit(pool, WAITING)));
    await turns();
    expect(sent.map(({ ids }) => ids)).toEqual([[1, 2, 3]]);
    sent[0]?.end();
    await Promise.all(written);
  });

  it('wait for each other while they are many, also when no statement is in flight', async () => {
    const { sent, pool } = statements();
    const write = writer(new GroupCommit(pool, WAITING));
    const first = write(1);
    await turns();
    const others = [2, 3, 4, 5].map(write);
    sent[0]?.end();
    await first;
    await turns();
    expect(sent.map(({ ids }) => ids)).toEqual([[1]]);
    others.push(...[6, 7].map(write));
    await turns();
    expect(sent.map(({ ids }) => ids)).toEqual([[1], [2, 3, 4, 5, 6, 7]]);
    sent[1]?.end();
    await Promise.all(others);
    const later = write(8);
    await turns();
    expect(sent[2]?.ids).toEqual([8]);
    sent[2]?.end();
    await later;
  });

  it('are sent after a while when no more come', async () => {
    const { sent, pool } = statements();
    const write = writer(new GroupCommit(pool, { ...WAITING, maxLingerMs: 5 }));
    const first = write(1);
    await turns();
    const others = [2, 3, 4, 5].map(write);
    sent[0]?.end();
    await first;
    const ends = setInterval(() => sent[1]?.end(), 1);
    await Promise.all(others);
    clearInterval(ends);
    expect(sent.map(({ ids }) => ids)).toEqual([[1], [2, 3, 4, 5]]);
  });
});

describe('writers whom someone waits for', () => {
  it('are sent together as soon as the statement before them has ended', async () => {
    const { sent, pool } = statements();
    const write = writer(new GroupCommit(pool, { maxInFlight: 1, maxLingerMs: FOR_EVER_MS }));
    const written = [write(1)];
    await turns();
    written.push(...[2, 3].map(write));
    sent[0]?.end();
    await turns();
    expect(sent.map(({ ids }) => ids)).toEqual([[1], [2, 3]]);
    sent[1]?.end();
    await Promise.all(written);
  });
});

describe('writers with a weight', () => {
  it('go as many at once as are not too heavy together, and one that is too heavy goes alone', async () => {
    const { sent, pool } = statements();
    const group = new GroupCommit(pool, { maxInFlight: 1, minBatch: 1, maxWeight: 10 });
    const written = [4, 6, 1, 30, 10].map((weight, at) => group.commit(String(at), row(at), weight));
    for (const count of [1, 2, 3, 4]) {
      await turns();
      expect(sent).toHaveLength(count);
      sent.at(-1)?.end();
    }
    await Promise.all(written);
    expect(sent.map(({ ids }) => ids)).toEqual([[0, 1], [2], [3], [4]]);
  });
});
