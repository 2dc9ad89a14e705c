import { eventually } from '@cds/testing';
import { identityHeaders } from '@cds/testing/identity';
import { newId } from '@cds/service-kit';
import { ObjectStorage } from '@cds/storage';
import { jest } from '@jest/globals';
import type { CatchFilter } from '../src/catches/read/catch-list/catch-filter.js';
import type { IdRange } from '../src/catches/read/catch-list/catch-walk.sql.js';
import { CatchWalkQuery } from '../src/catches/read/catch-list/catch-walk.query.js';
import { EraseAnglerHandler } from '../src/anglers/erase-angler/erase-angler.handler.js';
import type { ExportView } from '../src/exports/export-view.js';
import { CatchHarness, owner, reviewer } from './catch.harness.js';

const ANGLERS = 100;
const CATCHES = 300;
/** Few, so that small parts take several steps. */
const WINDOW = 10;
const STEP_MS = 400;
/** While parts are written again, a client erases as often. */
const ERASES_EVERY = 4;

let catches: CatchHarness;
/** By their number, which their name and the notes of their catches have. */
const anglers: string[] = [];

beforeAll(async () => {
  catches = await CatchHarness.start();
  for (let number = 0; number < ANGLERS; number += 1) anglers.push(newId('angler'));
  await catches.pool.query(ADD_ANGLERS, [anglers, owner.accountId]);
  const rows = Array.from({ length: CATCHES }, (_, row) => ({
    species: 'walleye',
    weight_lbs: 2,
    angler_id: anglers[row % ANGLERS],
    notes: `said-${row % ANGLERS}-`,
  }));
  await catches.importEnded(rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
});
afterAll(() => catches.stop());
afterEach(() => jest.restoreAllMocks());

/** As if the catches were many: the process reads few in a step, and its clock moves on by much. */
const readSlowly = (): void => {
  const walk = catches.app.get(CatchWalkQuery);
  const [next, now] = [walk.next.bind(walk), performance.now.bind(performance)];
  let passed = 0;
  jest.spyOn(performance, 'now').mockImplementation(() => now() + passed);
  jest.spyOn(walk, 'next').mockImplementation((filter: CatchFilter, range: IdRange, viewer: string, window: number) => {
    passed += STEP_MS;
    return next(filter, range, viewer, Math.min(window, WINDOW));
  });
};

/** Calls back when a part is stored, before it is added to its export. */
const afterEachPart = (call: () => Promise<void>): void => {
  const storage = catches.app.get(ObjectStorage);
  const write = storage.write.bind(storage);
  jest.spyOn(storage, 'write').mockImplementation(async (key, content) => {
    const bytes = await write(key, content);
    await call();
    return bytes;
  });
};

const erase = (number: number): Promise<void> =>
  catches.app.get(EraseAnglerHandler).eraseOf(owner.accountId, anglers[number] ?? '', null);

const exported = async (): Promise<ExportView> => {
  const { body } = await catches.call<ExportView>('POST', '/v1/catches/export', { format: 'ndjson' }, reviewer);
  return body;
};

const read = async (id: string): Promise<ExportView> =>
  (await catches.call<ExportView>('GET', `/v1/exports/${id}`, undefined, reviewer)).body;

const textOf = async (id: string): Promise<string> => {
  const headers = identityHeaders('catch', reviewer);
  return (await fetch(`${catches.url}/v1/exports/${id}/download`, { headers })).text();
};

const idsIn = (text: string): string[] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => (JSON.parse(line) as { id: string }).id);

const allIds = async (): Promise<string[]> =>
  (await catches.pool.query<{ id: string }>('SELECT id FROM catches ORDER BY id')).rows.map(({ id }) => id);

/** The number of an angler who is not erased yet. */
const leftFrom = (row: number, erased: readonly number[]): number | undefined =>
  Array.from({ length: ANGLERS }, (_, index) => (row + index) % ANGLERS).find((number) => !erased.includes(number));

/** Of whom a text says something. */
const saidIn = (text: string): Set<number> =>
  new Set([...text.matchAll(/(?:said|name)-(\d+)-/g)].map(([, number]) => Number(number)));

describe('a full export beside a client that erases an angler after every part', () => {
  it('is finished, with every catch once and in order, and nothing of those who were erased', async () => {
    readSlowly();
    const erased: number[] = [];
    let [parts, again] = [0, 0];
    afterEachPart(async () => {
      const { rows } = await catches.pool.query<{ walked: number; known: number }>(WALKED);
      const { walked = 0, known = 0 } = rows[0] ?? {};
      const isWalking = walked < CATCHES;
      if (isWalking) parts = known + 1;
      else again += 1;
      if (!isWalking && again % ERASES_EVERY !== 0) return;
      // While the export walks on, somebody of the part that was just read and of earlier ones.
      const next = leftFrom(isWalking ? walked : 0, erased);
      if (next === undefined) return;
      erased.push(next);
      await erase(next);
    });
    const { id } = await exported();
    const done = await eventually(
      async () => {
        const now = await read(id);
        if (now.status !== 'completed' && now.status !== 'failed') throw new Error(`${id} is ${now.status}`);
        return now;
      },
      { timeoutMs: 600_000 },
    );
    jest.restoreAllMocks();
    expect(done).toMatchObject({ status: 'completed', rows: CATCHES, error: null });
    expect(parts).toBeGreaterThan(8);
    expect(erased.length).toBeGreaterThan(parts);
    expect(erased.length).toBeLessThan(ANGLERS);
    const text = await textOf(id);
    expect(idsIn(text)).toEqual(await allIds());
    expect(Buffer.byteLength(text)).toBe(done.size_bytes);
    const said = saidIn(text);
    expect(erased.filter((number) => said.has(number))).toEqual([]);
    expect(said.size).toBe(ANGLERS - erased.length);
    await erase([...said][0] ?? -1);
    expect((await read(id)).download_url).toBeNull();
  }, 120_000);
});

const ADD_ANGLERS = `
INSERT INTO anglers (id, account_id, name, is_own, created_at, updated_at)
SELECT id, $2, 'name-' || number - 1 || '-', false, now(), now()
FROM unnest($1::text[]) WITH ORDINALITY AS angler(id, number)`;

const WALKED = `
SELECT walked::int, cardinality(part_names) AS known FROM exports WHERE status = 'running'`;
