import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inTransaction } from '@cds/postgres';
import { newId } from '@cds/service-kit';
import { eventually } from '@cds/testing';
import { identityHeaders } from '@cds/testing/identity';
import { dropExportsWith } from '../src/exports/drop-exports-with.js';
import type { ExportView } from '../src/exports/export-view.js';
import { CatchHarness, owner } from './catch.harness.js';

let catches: CatchHarness;
const ids: string[] = [];
beforeAll(async () => {
  catches = await CatchHarness.start();
  for (const notes of ['a', 'b', 'c', 'd']) ids.push(await catches.logged({ notes }));
});
afterAll(() => catches.stop());

const LEFT = '{"left":"by the dead worker"}\n';

interface LeftParts {
  /** Their names, and the catch that each ends with. */
  readonly parts: Readonly<Record<string, string>>;
  readonly stale?: readonly string[];
  readonly lastId: string;
  /** A row for each part, as this release writes it. */
  readonly areKnown: boolean;
  /** How long its worker seems to be alive. */
  readonly leased?: string;
}

/** What a worker leaves that was killed: each part has two catches, and is one line. */
const left = async ({ parts, stale = [], lastId, areKnown, leased = '0' }: LeftParts): Promise<string> => {
  const [id, names] = [newId('export'), Object.keys(parts)];
  await mkdir(join(catches.storage, 'exports', id), { recursive: true });
  for (const name of names) await writeFile(join(catches.storage, 'exports', id, name), LEFT);
  const bytes = names.map(() => LEFT.length);
  await inTransaction(catches.pool, async (tx) => {
    await tx.query(LEAVE, [id, owner.accountId, lastId, 2 * names.length, names, bytes, stale, leased]);
    await tx.query("INSERT INTO export_anglers (export_id, angler_id) VALUES ($1, 'ang_gone')", [id]);
    let afterId = '';
    for (const [name, toId] of Object.entries(parts)) {
      if (areKnown) await tx.query(PART_LEFT, [id, name, afterId, toId]);
      afterId = toId;
    }
  });
  return id;
};

const LEAVE = `
INSERT INTO exports (id, account_id, status, format, filter, walked, last_id, rows, part_names, part_bytes,
  stale_parts, attempts, lease, leased_until, turn_at, has_file, created_at)
VALUES ($1, $2, 'running', 'ndjson', '{}', $4, $3, $4, $5, $6, $7, 0, 'dead', now() + $8::interval, now(), true,
  now())`;

const PART_LEFT = `
INSERT INTO export_parts (export_id, name, after_id, last_id, rows) VALUES ($1, $2, $3, $4, 2)`;

const linesOf = async (id: string): Promise<{ id?: string; left?: string }[]> => {
  expect(await catches.ended<ExportView>(`/v1/exports/${id}`)).toMatchObject({ status: 'completed', rows: 4 });
  const headers = identityHeaders('catch', owner);
  const text = await (await fetch(`${catches.url}/v1/exports/${id}/download`, { headers })).text();
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { id?: string; left?: string });
};

const filesOf = (id: string): Promise<string[]> => readdir(join(catches.storage, 'exports', id));

const idAt = (index: number): string => ids[index] ?? '';

describe('an export whose worker died while it wrote a stale part again', () => {
  it.each([
    ['the first one', '000000-dead', [{ id: 0 }, { id: 1 }, 'left']],
    ['the last one', '000001-dead', ['left', { id: 2 }, { id: 3 }]],
  ] as const)(
    'has that part as it is now when it was %s, and the others as they were',
    async (_which, stale, lines) => {
      const parts = { '000000-dead': idAt(1), '000001-dead': idAt(3) };
      const id = await left({ parts, stale: [stale], lastId: idAt(3), areKnown: true });
      const found = (await linesOf(id)).map((line) => (line.left ? 'left' : { id: ids.indexOf(line.id ?? '') }));
      expect(found).toEqual(lines);
      const files = await filesOf(id);
      expect(files).toHaveLength(2);
      expect(files).not.toContain(stale);
      expect(await catches.count(`exports WHERE id = '${id}' AND stale_parts = '{}'`)).toBe(1);
      expect(await catches.count(`export_parts WHERE export_id = '${id}' AND rows = 2`)).toBe(2);
    },
  );
});

describe('an export with a part of the previous release', () => {
  it('begins again when an angler in it is erased', async () => {
    const parts = { '000000-former': idAt(1) };
    const id = await left({ parts, lastId: idAt(1), areKnown: false, leased: '1 hour' });
    await inTransaction(catches.pool, (tx) => dropExportsWith(tx, 'ang_gone'));
    await catches.pool.query('UPDATE exports SET leased_until = now() WHERE id = $1', [id]);
    expect((await linesOf(id)).map((line) => line.id)).toEqual(ids);
    expect(await filesOf(id)).toHaveLength(1);
  });

  it('goes on where no such angler is erased', async () => {
    const id = await left({ parts: { '000000-former': idAt(1) }, lastId: idAt(1), areKnown: false });
    expect((await linesOf(id)).map((line) => line.id)).toEqual([undefined, idAt(2), idAt(3)]);
  });

  it('cannot be ended by a copy of that release while a part is stale, but once it has begun again', async () => {
    const parts = { '000000-former': idAt(1) };
    const id = await left({ parts, lastId: idAt(1), areKnown: false, leased: '1 hour' });
    await inTransaction(catches.pool, (tx) => dropExportsWith(tx, 'ang_gone'));
    const end = () => catches.pool.query("UPDATE exports SET status = 'completed' WHERE id = $1", [id]);
    await expect(end()).rejects.toMatchObject({ constraint: 'exports_completed_fresh' });
    await catches.pool.query("UPDATE exports SET part_names = '{000000-new}' WHERE id = $1", [id]);
    await end();
  });
});

describe('an erasure', () => {
  it('waits for an export that is being finished, which then expires', async () => {
    const parts = { '000000-dead': idAt(3) };
    const id = await left({ parts, lastId: idAt(3), areKnown: true, leased: '1 hour' });
    const erased = await inTransaction(catches.pool, async (tx) => {
      await tx.query(END, [id]);
      const erasing = inTransaction(catches.pool, (other) => dropExportsWith(other, 'ang_gone'));
      await eventually(async () => expect((await tx.query(WAITING)).rows).toHaveLength(1));
      return { erasing };
    });
    await erased.erasing;
    expect(await catches.count(`exports WHERE id = '${id}' AND expires_at <= now()`)).toBe(1);
  });

  it('marks those parts of a running export that say something of the angler, each once', async () => {
    const parts = { '000000-dead': idAt(0), '000001-dead': idAt(2), '000002-dead': idAt(3) };
    const id = await left({ parts, lastId: idAt(3), areKnown: true, leased: '1 hour' });
    await catches.pool.query("UPDATE export_anglers SET parts = '{0,2}' WHERE export_id = $1", [id]);
    for (let time = 0; time < 2; time += 1) await inTransaction(catches.pool, (tx) => dropExportsWith(tx, 'ang_gone'));
    expect(await catches.count(`exports WHERE id = '${id}' AND stale_parts = '{000000-dead,000002-dead}'`)).toBe(1);
  });
});

const END = `
UPDATE exports SET status = 'completed', completed_at = now(), expires_at = now() + interval '7 days', lease = NULL
WHERE id = $1`;

const WAITING = `
SELECT FROM pg_locks JOIN pg_stat_activity USING (pid)
WHERE NOT granted AND datname = current_database() AND query LIKE '%exports%'`;
