import { RunningStack } from '@cds/local/running-stack';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { eventually } from '@cds/testing';
import { jest } from '@jest/globals';
import { type Fact, readFacts } from './facts.js';
import { dropRecords, emptyDatabase } from './lost-data.js';
import { Writers } from './writers.js';

const ROOT = join(import.meta.dirname, '..', '..', '..');

interface Row {
  id: string;
  weight_lbs: number;
  species_id: string;
  verification_tier: string;
  angler: { id: string };
}
interface Page<T> {
  data: T[];
  total: number;
  has_more: boolean;
}

const WRITERS = 20;

// Starts the whole product, and waits for it to heal.
jest.setTimeout(300_000);

let stack: RunningStack;
let writers: Writers;
beforeAll(async () => {
  stack = await RunningStack.start();
  writers = new Writers(stack.credentials);
  writers.start(WRITERS);
});
afterAll(async () => {
  await writers?.stop();
  await stack?.stop();
});

const read = async <T>(path: string): Promise<T> => {
  const answer = await fetch(`${stack.credentials.base_url}${path}`, {
    headers: { authorization: `Bearer ${stack.credentials.api_key}` },
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return answer.json() as Promise<T>;
};

const readAll = async <T>(path: string): Promise<T[]> => {
  const rows: T[] = [];
  for (let page = 1; ; page += 1) {
    const { data, has_more: hasMore } = await read<Page<T>>(
      `${path}${path.includes('?') ? '&' : '?'}per_page=100&page=${page}`,
    );
    rows.push(...data);
    if (!hasMore) return rows;
  }
};

/** Whether writes go through again, by new acknowledgements. */
const goesOn = async (): Promise<void> => {
  const before = writers.acknowledged.logged.size;
  await eventually(() => expect(writers.acknowledged.logged.size).toBeGreaterThan(before + 20), { timeoutMs: 60_000 });
};

const killed = async (name: string): Promise<void> => {
  const pid = stack.pidOf(name);
  if (pid === undefined) throw new Error(`${name} is not running`);
  process.kill(pid, 'SIGKILL');
  await eventually(() => expect([undefined, pid]).not.toContain(stack.pidOf(name)), { timeoutMs: 30_000 });
};

describe('under 20 writers', () => {
  it.each(['gateway', 'catch', 'species', 'leaderboard', 'webhook', 'kafka', 'postgres'])(
    'writes go on after kill -9 of %s',
    async (name) => {
      await goesOn();
      await killed(name);
      await goesOn();
    },
  );
});

describe('once all is back', () => {
  let facts: Fact[];
  beforeAll(async () => {
    await goesOn();
    await writers.stop();
    const { logged } = writers.acknowledged;
    await eventually(
      async () => {
        facts = await readFacts(stack.credentials.kafka_brokers.split(','));
        const told = new Set(facts.map(({ key }) => key));
        expect([...logged].filter((id) => !told.has(id))).toEqual([]);
      },
      { timeoutMs: 60_000 },
    );
  });

  it('answered nothing that was not estimable', () => {
    expect(writers.surprises).toEqual([]);
  });

  it('has every acknowledged catch, with the tier that was acknowledged', async () => {
    const { logged, approved } = writers.acknowledged;
    const rows = new Map((await readAll<Row>('/v1/catches')).map((row) => [row.id, row]));
    expect([...logged].filter((id) => !rows.has(id))).toEqual([]);
    expect([...approved].filter((id) => rows.get(id)?.verification_tier !== 'witnessed')).toEqual([]);
    expect(rows.size).toBe((await read<Page<Row>>('/v1/catches')).total);
  });

  it('told every version of each catch once, in order', () => {
    // Sending again after a crash repeats an event under its own id; it is the same fact.
    const distinct = [...new Map(facts.map((fact) => [fact.id, fact])).values()];
    const versions = new Map<string, number[]>();
    for (const { key, version } of distinct) versions.set(key, [...(versions.get(key) ?? []), version]);
    const wrong = [...versions].filter(([, seen]) => seen.some((version, index) => version !== index + 1));
    expect(wrong).toEqual([]);
  });

  it('has boards that agree with the catches', async () => {
    const verified = (await readAll<Row>('/v1/catches')).filter(({ verification_tier: tier }) => tier !== 'unverified');
    const boards = await readAll<{ id: string; rule: { species_id: string | null } }>(
      '/v1/leaderboards?metric=heaviest&period=all_time',
    );
    const interesting = boards.filter(
      ({ rule }) => rule.species_id === null || verified.some((row) => row.species_id === rule.species_id),
    );
    expect(interesting).toHaveLength(3);
    await eventually(
      async () => {
        for (const { id, rule } of interesting) {
          const counted = verified.filter((row) => rule.species_id === null || row.species_id === rule.species_id);
          const { data, total } = await read<Page<{ score: number; angler: { id: string } }>>(
            `/v1/leaderboards/${id}/entries`,
          );
          expect({ total, best: data[0]?.score }).toEqual({
            total: 1,
            best: Math.max(...counted.map((row) => row.weight_lbs)),
          });
        }
      },
      { timeoutMs: 30_000 },
    );
  });
});

interface Board {
  readonly id: string;
  readonly rule: object;
  readonly entry_count: number;
}

describe('a leaderboard database that is lost, when Kafka no longer has its events', () => {
  /** What every board that has entries shows, without the ids of boards. */
  const boardsShown = async (): Promise<unknown[]> => {
    const boards = (await readAll<Board>('/v1/leaderboards')).filter((board) => board.entry_count > 0);
    const shown: string[] = [];
    for (const { id, rule } of boards) {
      const entries = await readAll<{ rank: number; score: number; catch_id: string; angler: object }>(
        `/v1/leaderboards/${id}/entries`,
      );
      const rows = entries.map(({ rank, score, catch_id: catchId, angler }) => ({ rank, score, catchId, angler }));
      shown.push(JSON.stringify({ rule, rows }));
    }
    return shown.sort();
  };
  const run = promisify(execFile);
  const republish = async (...args: string[]): Promise<string> => {
    const env = { ...process.env, NODE_OPTIONS: '', CDS_DATA_DIR: stack.folder };
    const { stdout } = await run(process.execPath, ['tools/republish/run.mjs', ...args], { cwd: ROOT, env });
    return stdout;
  };

  it('shows the same boards once the log was republished for it', async () => {
    const before = await boardsShown();
    expect(before.join()).toContain('score');
    await dropRecords(stack.credentials.kafka_brokers.split(','), 'catch.events');
    await emptyDatabase(stack.credentials.database_url, 'cds_leaderboard');
    await killed('leaderboard');

    expect(await republish('catch', '--for', 'leaderboard')).toMatch(/republished \d+ events/);
    await eventually(async () => expect(await boardsShown()).toEqual(before), { timeoutMs: 60_000 });
    expect(await republish('gaps', 'leaderboard')).toContain('catch.events/');
    expect(await republish('gaps', 'leaderboard', '--acknowledge')).toContain('acknowledged');
    expect(await republish('gaps', 'leaderboard')).toBe('leaderboard: 0 gaps\n');
  });
});
