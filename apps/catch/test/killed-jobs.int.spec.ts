import { randomInt } from 'node:crypto';
import { PassThrough, Readable } from 'node:stream';
import { eventually } from '@cds/testing';
import { BackgroundWork, WorkMetrics } from '@cds/work-queue';
import { Registry } from 'prom-client';
import { dropExportsWith } from '../src/exports/drop-exports-with.js';
import type { ExportView } from '../src/exports/export-view.js';
import { SweepExports } from '../src/exports/sweep-exports.js';
import type { ImportView } from '../src/imports/import-view.js';
import { SweepImports } from '../src/imports/sweep-imports.js';
import { DiskStorage } from '@cds/storage';
import { StoredBytes } from '../src/stored-bytes/stored-bytes.js';
import { CatchProcess } from './catch.process.js';

/** The service takes seconds to start, and longer where other tests run beside it. */
const PATIENCE = { timeoutMs: 120_000 };
const TIMEOUT_MS = 300_000;

let service: CatchProcess;
beforeEach(async () => {
  service = await CatchProcess.prepare();
  await service.start();
}, TIMEOUT_MS);
afterEach(() => service.stop());

const KILLS = 3;
const NO_LIMITS = { photos: Infinity, imports: Infinity, exports: Infinity };

/** Background work that nobody starts. */
const idle = (): BackgroundWork =>
  new BackgroundWork({ log: { event: () => undefined }, metrics: new WorkMetrics(new Registry()) });

/** What each copy of the service does once a minute. */
const sweepImports = (): Promise<unknown> =>
  new SweepImports(service.pool, new DiskStorage(service.storage), new StoredBytes(NO_LIMITS), idle()).execute();

const ended = <T extends { status: string }>(path: string): Promise<T> =>
  eventually(async () => {
    const job = (await (await service.call(path)).json()) as T;
    if (job.status !== 'completed') throw new Error(`${path} is ${job.status}`);
    return job;
  }, PATIENCE);

/**
 * Kills the service once its job has come further, at whatever it is doing then, and starts another one that may take
 * the job over.
 */
const killOnceBeyond = async (
  table: 'imports' | 'exports',
  progress: string,
  reached: number,
  whileDead?: () => Promise<void>,
): Promise<number> => {
  const { at } = await eventually(async () => {
    const now = await service.one<{ at: number; status: string }>(
      `SELECT (${progress})::float8 AS at, status FROM ${table}`,
    );
    if (now.at <= reached && now.status !== 'completed') throw new Error(`${table} is at ${now.at}`);
    return now;
  }, PATIENCE);
  await service.kill();
  await whileDead?.();
  await service.outlast(table);
  await service.start();
  return at;
};

describe('an import whose process is killed', () => {
  /** Enough that the import is still running when it is killed. */
  const ROWS = 48_000;
  const BAD_EVERY = 100;
  /** Every second row has an external_id, every hundredth is refused. */
  const lineOf = (row: number): string =>
    `${JSON.stringify({
      species: row % BAD_EVERY === 0 ? 'no such fish' : 'walleye',
      weight_lbs: 2,
      notes: `row ${row}`,
      ...(row % 2 === 0 && { external_id: `x-${row}` }),
    })}\n`;

  it(
    'several times, goes on by itself each time: each row is there once, and nothing is left over',
    async () => {
      const file = Array.from({ length: ROWS }, (_, index) => lineOf(index + 1)).join('');
      const sent = await service.call('/v1/catches/import', {
        method: 'POST',
        headers: { 'content-type': 'application/x-ndjson' },
        body: file,
      });
      const { id } = (await sent.json()) as ImportView;
      let reached = 0;
      for (let kill = 0; kill < KILLS; kill += 1)
        reached = await killOnceBeyond('imports', 'lines', reached + randomInt(ROWS / 6));
      const rejected = ROWS / BAD_EVERY;
      const accepted = ROWS - rejected;
      expect(await ended<ImportView>(`/v1/imports/${id}`)).toMatchObject({
        accepted,
        rejected,
        duplicates: 0,
        error: null,
      });
      expect(await service.one(LOGGED)).toEqual({
        events: accepted,
        streams: accepted,
        last_version: 1,
        catches: accepted,
        rows_there: accepted,
        counted: accepted,
      });
      expect(
        await service.one('SELECT count(*)::int AS refused, count(DISTINCT line)::int AS lines FROM import_rejections'),
      ).toEqual({ refused: rejected, lines: rejected });
      await sweepImports();
      expect([await service.files('imports'), await service.files('.partial')]).toEqual([[], []]);
    },
    TIMEOUT_MS,
  );

  it(
    'while the file comes in is forgotten, with all that came, two hours later',
    async () => {
      const body = new PassThrough();
      body.write(lineOf(1).repeat(5_000));
      const sending = service.call('/v1/catches/import', {
        method: 'POST',
        headers: { 'content-type': 'application/x-ndjson' },
        body: Readable.toWeb(body) as ReadableStream,
        duplex: 'half',
      });
      sending.catch(() => undefined);
      await eventually(async () => expect(await service.files('.partial')).toHaveLength(1), PATIENCE);
      await service.kill();
      body.destroy();
      await service.agePartials();
      await service.pool.query("UPDATE imports SET created_at = now() - interval '2 hours 1 minute'");
      await sweepImports();
      expect(await service.one('SELECT count(*)::int AS imports FROM imports')).toEqual({ imports: 0 });
      expect(await service.files('.partial')).toEqual([]);
    },
    TIMEOUT_MS,
  );
});

const LOGGED = `
SELECT count(*)::int AS events, count(DISTINCT stream_id)::int AS streams, max(version) AS last_version,
  (SELECT count(*)::int FROM catches) AS catches, (SELECT count(DISTINCT notes)::int FROM catches
  WHERE notes LIKE 'row %') AS rows_there,
  (SELECT sum(delta)::int FROM (SELECT delta FROM catch_count_deltas UNION ALL SELECT count FROM catch_counts
  WHERE species_id = '*' AND verification_tier = -1) AS counts(delta)) AS counted
FROM events`;

describe('an export whose process is killed', () => {
  /** Enough for several parts. */
  const ROWS = 120_000;

  const asked = async (): Promise<string> => {
    const answer = await service.call('/v1/catches/export', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"format":"ndjson"}',
    });
    return ((await answer.json()) as ExportView).id;
  };
  /** How many of these parts were written again. */
  const replacedOf = (names: readonly string[]): string =>
    `SELECT count(*) FROM unnest('{${names.join(',')}}'::text[]) AS name WHERE name <> ALL(part_names)`;
  const downloaded = async (id: string): Promise<Buffer> =>
    Buffer.from(await (await service.call(`/v1/exports/${id}/download`)).arrayBuffer());

  it(
    'in its first part, in a later one and while it writes parts again becomes the same file as one that was left in ' +
      'peace, and nothing is left over',
    async () => {
      await service.pool.query(DROP_INDEXES);
      await service.pool.query(FILL, [ROWS]);
      const inPeace = await asked();
      await ended<ExportView>(`/v1/exports/${inPeace}`);
      const expected = await downloaded(inPeace);
      await service.pool.query('DELETE FROM exports');
      const id = await asked();
      await eventually(async () => expect(await service.files('.partial')).toHaveLength(1), PATIENCE);
      await service.kill();
      await service.outlast('exports');
      await service.start();
      let stale: string[] = [];
      await killOnceBeyond('exports', 'cardinality(part_names)', 0, async () => {
        // A fast machine has finished it by now: an erasure then comes as if shortly before.
        await service.pool.query("UPDATE exports SET status = 'running', completed_at = NULL, expires_at = NULL");
        await dropExportsWith(service.pool, 'ang_1');
        stale = (await service.one<{ stale: string[] }>('SELECT stale_parts AS stale FROM exports')).stale;
        expect(stale).not.toHaveLength(0);
      });
      await killOnceBeyond('exports', replacedOf(stale), 0);
      expect(await ended<ExportView>(`/v1/exports/${id}`)).toMatchObject({ rows: ROWS, error: null });
      expect((await downloaded(id)).equals(expected)).toBe(true);
      await service.agePartials();
      await service.pool.query('UPDATE exports SET expires_at = now()');
      const storage = new DiskStorage(service.storage);
      await storage.sweep(new Date());
      await new SweepExports(service.pool, storage, new StoredBytes(NO_LIMITS), idle()).execute();
      expect([await service.files(`exports/${id}`), await service.files('.partial')]).toEqual([[], []]);
    },
    TIMEOUT_MS,
  );
});

/** Those of lists have no part in an export, and take most of the time. */
const DROP_INDEXES = `
DO $$ DECLARE one name; BEGIN
  FOR one IN SELECT indexrelid::regclass FROM pg_index
  WHERE indrelid = 'catches'::regclass AND NOT indisprimary LOOP EXECUTE 'DROP INDEX ' || one; END LOOP;
END $$`;

const FILL = `
INSERT INTO catches (id, account_id, angler_id, species_id, weight_lbs, caught_at, has_location, notes,
  verification_tier, version, created_at, updated_at)
SELECT 'catch_' || lpad(row::text, 26, '0'), 'acc_1', 'ang_1', id, 2, now(), false, 'row ' || row, 0, 1, now(), now()
FROM generate_series(1, $1::int) AS row, (SELECT id FROM species_names LIMIT 1) AS one`;
