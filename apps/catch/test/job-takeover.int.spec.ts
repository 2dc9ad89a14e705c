import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { hasCode } from '@cds/errors';
import { newId } from '@cds/service-kit';
import type { ExportView } from '../src/exports/export-view.js';
import type { ImportView } from '../src/imports/import-view.js';
import { ImportQueue } from '../src/imports/import-queue.js';
import { CatchHarness, owner } from './catch.harness.js';

let harness: CatchHarness;
beforeAll(async () => {
  harness = await CatchHarness.start();
});
afterAll(() => harness.stop());

/** What a worker leaves that was killed right after the commit of a batch. */
const leftImport = async (
  format: string,
  file: string,
  place: { position: number; lines: number; accepted: number },
): Promise<string> => {
  const id = newId('import');
  await mkdir(join(harness.storage, 'imports'), { recursive: true });
  await writeFile(join(harness.storage, 'imports', id), file);
  const { rows } = await harness.pool.query<{ id: string }>(
    'INSERT INTO import_files (account_id, digest) VALUES ($1, $2) RETURNING id',
    [owner.accountId, id],
  );
  await harness.pool.query(
    `INSERT INTO imports (id, account_id, account_name, credential_id, request_id, status, format, file_id, size_bytes,
      position, lines, accepted, duplicates,
       rejected, attempts, lease, leased_until, turn_at, has_file, created_at)
     VALUES ($1, $2, 'Owner', 'key_1', 'r', 'running', $3, $4, $5, $6, $7, $8, 0, 0, 0, 'of-the-dead',
     now() + interval '300 milliseconds', now(), true, now())`,
    [id, owner.accountId, format, rows[0]?.id, Buffer.byteLength(file), place.position, place.lines, place.accepted],
  );
  return id;
};

describe('an import whose worker died', () => {
  it.each([
    [
      'ndjson',
      [
        '{"species":"walleye","weight_lbs":1}\n',
        '{"species":"walleye","weight_lbs":2}\n',
        '{"species":"walleye"}\n',
        '{"species":"walleye","weight_lbs":4}\n',
      ],
      2,
    ],
    [
      'csv',
      [
        'species,weight_lbs,notes\r\n',
        'walleye,1,"two\r\nlines"\r\n',
        'walleye,2,ä\r\n',
        'walleye,,x\r\n',
        'walleye,4,\r\n',
      ],
      3,
    ],
  ])('goes on behind the last committed row of %s, and counts lines from there', async (format, pieces, done) => {
    const text = pieces.slice(0, done).join('');
    const before = await harness.count('catches');
    const id = await leftImport(format, pieces.join(''), {
      position: Buffer.byteLength(text),
      lines: text.split('\n').length - 1,
      accepted: 2,
    });
    const ended = await harness.ended<ImportView>(`/v1/imports/${id}`);
    expect(ended).toEqual(expect.objectContaining({ status: 'completed', accepted: 3, duplicates: 0, rejected: 1 }));
    expect(await harness.count('catches')).toBe(before + 1);
    expect((await harness.rejected(id))[0]?.line).toBe(text.split('\n').length);
  });
});

describe('an export whose worker died', () => {
  it('goes on behind the last finished part, and is one file', async () => {
    await harness.logged({ notes: 'first' });
    const { rows } = await harness.pool.query<{ id: string; walked: number }>(
      'SELECT min(id) AS id, 1 AS walked FROM catches',
    );
    const id = newId('export');
    const part = '{"id":"from the first worker"}\n';
    await mkdir(join(harness.storage, 'exports', id), { recursive: true });
    await writeFile(join(harness.storage, 'exports', id, '000000-dead'), part);
    await harness.pool.query(
      `INSERT INTO exports (id, account_id, status, format, filter, walked, last_id, rows, part_names, part_bytes,
        attempts, lease, leased_until, turn_at, has_file, created_at)
       VALUES ($1, $2, 'running', 'ndjson', '{}', 1, $3, 1, '{000000-dead}', $4, 0, 'dead', now(), now(), true, now())`,
      [id, owner.accountId, rows[0]?.id, [part.length]],
    );
    const done = await harness.ended<ExportView>(`/v1/exports/${id}`);
    expect(done).toEqual(expect.objectContaining({ status: 'completed', rows: await harness.count('catches') }));
  });
});

describe('a lease', () => {
  it('that another worker has taken over lets nobody write', async () => {
    const { id } = await harness.importEnded('');
    const failure = await harness.app
      .get(ImportQueue)
      .renew(harness.pool, { id, lease: 'an old one', attempts: 0, stalls: 0 })
      .catch((error: unknown) => error);
    expect(hasCode(failure, 'resource.conflict')).toBe(true);
  });
});
