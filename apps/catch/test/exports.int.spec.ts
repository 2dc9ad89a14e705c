import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { inTransaction } from '@cds/postgres';
import { identityHeaders } from '@cds/testing/identity';
import { eventually } from '@cds/testing';
import { parse } from 'csv-parse/sync';
import { dropExportsWith } from '../src/exports/drop-exports-with.js';
import type { ExportView } from '../src/exports/export-view.js';
import { CatchHarness, owner, reviewer } from './catch.harness.js';

let harness: CatchHarness;
beforeAll(async () => {
  harness = await CatchHarness.start();
  await harness.logged({
    notes: 'one',
    external_id: 'x-1',
    metadata: { boat: 'Ann' },
    location: { name: 'The dock', latitude: 30.254321, longitude: -97.512345, region: 'US-TX' },
  });
  await harness.logged({ notes: '=1+1', species: 'walleye', weight_lbs: 2.5 });
  await harness.logged({ notes: 'a "quoted", note\nof two lines', bait: '-97.5', method: '@home' });
});
afterAll(() => harness.stop());

const exported = async (body: object, caller = owner): Promise<ExportView> => {
  const { status, headers, body: asked } = await harness.call<ExportView>('POST', '/v1/catches/export', body, caller);
  expect([status, headers.get('location')]).toEqual([202, `/v1/exports/${asked.id}`]);
  return eventually(async () => {
    const { body: now } = await harness.call<ExportView>('GET', `/v1/exports/${asked.id}`, undefined, caller);
    expect(['completed', 'failed']).toContain(now.status);
    return now;
  });
};

const download = async (id: string, headers: Record<string, string> = {}, caller = owner, method = 'GET') => {
  const answer = await fetch(`${harness.url}/v1/exports/${id}/download`, {
    method,
    headers: { ...identityHeaders('catch', caller), ...headers },
  });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
};

const linesOf = (text: string): Record<string, unknown>[] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

describe('an export', () => {
  it('is a file of all catches as a list shows them, by the time they were logged', async () => {
    const done = await exported({ format: 'ndjson' });
    expect(done).toEqual(
      expect.objectContaining({
        id: expect.stringMatching(/^exp_/),
        status: 'completed',
        progress: 1,
        rows: 3,
        error: null,
        download_url: `http://127.0.0.1:3000/v1/exports/${done.id}/download`,
      }),
    );
    expect(Date.parse(done.expires_at ?? '') - Date.parse(done.completed_at ?? '')).toBe(7 * 86_400_000);
    const { status, headers, text } = await download(done.id);
    expect(status).toBe(200);
    expect(
      Object.fromEntries(
        ['content-length', 'content-type', 'accept-ranges', 'etag', 'content-disposition'].map((name) => [
          name,
          headers.get(name),
        ]),
      ),
    ).toEqual({
      'content-length': String(done.size_bytes),
      'content-type': 'application/x-ndjson',
      'accept-ranges': 'bytes',
      etag: `"${done.id}"`,
      'content-disposition': `attachment; filename="${done.id}.ndjson"`,
    });
    const { body: list } = await harness.call<{ data: unknown[] }>('GET', '/v1/catches?sort=created_at');
    expect(linesOf(text)).toEqual(list.data);
  });

  it('holds of other accounts’ catches what everybody may see', async () => {
    const { id } = await exported({ format: 'ndjson' }, reviewer);
    expect(linesOf((await download(id, {}, reviewer)).text)[0]).toEqual(
      expect.objectContaining({
        location: { name: null, latitude: 30.3, longitude: -97.5, region: 'US-TX', country: null, obscured: true },
        external_id: null,
        metadata: null,
      }),
    );
  });

  it('is CSV with the same values, in which no text is a formula and every number is one', async () => {
    const { id } = await exported({ format: 'csv' });
    const { headers, text } = await download(id);
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present');
    const rows = parse(text, { columns: true, bom: false }) as Record<string, string>[];
    expect(rows.map(({ notes }) => notes)).toEqual(['one', "'=1+1", 'a "quoted", note\nof two lines']);
    expect(rows[0]).toEqual(
      expect.objectContaining({
        'location.latitude': '30.254321',
        'location.longitude': '-97.512345',
        'location.name': 'The dock',
        metadata: '{"boat":"Ann"}',
        photos: '[]',
        weight_lbs: '8.4',
        released: '',
      }),
    );
    expect(rows[2]).toEqual(expect.objectContaining({ bait: "'-97.5", method: "'@home" }));
  });

  it('takes the filters of a list, numbers as such, and several values of one as an array', async () => {
    expect(
      (
        await exported({
          format: 'ndjson',
          filter: { species: ['walleye', 'Micropterus salmoides'], min_weight_lbs: 3 },
        })
      ).rows,
    ).toBe(2);
    expect((await exported({ format: 'ndjson', filter: { species: 'walleye' } })).rows).toBe(1);
  });

  it('shows its filter as it was sent, and an earlier release’s as that one stored it', async () => {
    const filter = { mine: true, min_weight_lbs: 1, max_weight_lbs: '9', released: [true, 'false'], q: 'one' };
    const { body: asked } = await harness.call<ExportView>('POST', '/v1/catches/export', { format: 'csv', filter });
    expect(asked.filter).toEqual(filter);
    const shown = async () => {
      const { body: list } = await harness.call<{ data: ExportView[] }>('GET', '/v1/exports');
      const { body: one } = await harness.call<ExportView>('GET', `/v1/exports/${asked.id}`);
      return [one.filter, list.data.find(({ id }) => id === asked.id)?.filter];
    };
    expect(await shown()).toEqual([filter, filter]);
    await harness.pool.query('UPDATE exports SET sent_filter = NULL WHERE id = $1', [asked.id]);
    const texts = { ...filter, mine: 'true', min_weight_lbs: '1', released: ['true', 'false'] };
    expect(await shown()).toEqual([texts, texts]);
  });

  it('may be empty: a header alone, or nothing', async () => {
    const filter = { min_weight_lbs: 4_000 };
    const csv = await exported({ format: 'csv', filter });
    expect([csv.rows, (await download(csv.id)).text.split('\n')[0]?.slice(0, 10)]).toEqual([0, 'id,species']);
    const ndjson = await exported({ format: 'ndjson', filter });
    expect([ndjson.size_bytes, (await download(ndjson.id)).text]).toEqual([0, '']);
    expect((await download(ndjson.id, { range: 'bytes=0-' })).status).toBe(416);
  });

  it.each([
    [{}, ['/format required']],
    [{ format: 'xlsx' }, ['/format enum']],
    [
      { format: 'csv', filter: { colour: 'red', min_weight_lbs: 'heavy' }, rows: 5 },
      ['/filter/colour unknown_field', '/filter/min_weight_lbs type', '/rows unknown_field'],
    ],
    [{ format: 'csv', filter: { sort: 'id', page: 2 } }, ['/filter/page unknown_field', '/filter/sort unknown_field']],
    [{ format: 'csv', filter: { species: 'nosuchfish' } }, ['/filter/species species.unknown']],
    [{ format: 'csv', filter: [] }, ['/filter type']],
    [{ format: 'xml', filter: { species: 'nosuchfish' } }, ['/filter/species species.unknown', '/format enum']],
    [
      { format: 'csv', filter: { species: ['nosuchfish', 'walleye'], min_weight_lbs: -1 } },
      ['/filter/min_weight_lbs too_small', '/filter/species species.unknown'],
    ],
    [{ format: 'csv', filter: { include_deleted: true } }, ['/filter/include_deleted unknown_field']],
  ])('is refused when it is asked for with %j', async (body, faults) => {
    const { status, body: problem } = await harness.call<{ errors: { pointer: string; code: string }[] }>(
      'POST',
      '/v1/catches/export',
      body,
    );
    expect([status, problem.errors.map(({ pointer, code }) => `${pointer} ${code}`).sort()]).toEqual([400, faults]);
  });

  it('is its own account’s alone', async () => {
    const { id } = await exported({ format: 'csv' });
    expect((await harness.call('GET', `/v1/exports/${id}`, undefined, reviewer)).status).toBe(404);
    expect((await download(id, {}, reviewer)).status).toBe(404);
    expect((await download('exp_none')).status).toBe(404);
  });

  it('cannot be downloaded before it is finished, nor once it has expired', async () => {
    const { id } = await exported({ format: 'csv' });
    await harness.pool.query("UPDATE exports SET status = 'failed' WHERE id = $1", [id]);
    expect([
      (await download(id)).status,
      (await harness.call<ExportView>('GET', `/v1/exports/${id}`)).body.download_url,
    ]).toEqual([409, null]);
    await harness.pool.query("UPDATE exports SET status = 'completed', expires_at = now() WHERE id = $1", [id]);
    expect([
      (await download(id)).status,
      (await harness.call<ExportView>('GET', `/v1/exports/${id}`)).body.download_url,
    ]).toEqual([410, null]);
  });

  it('expires at once when it holds somebody who is erased, and else stays', async () => {
    const mine = await exported({ format: 'csv', filter: { species: 'walleye' } });
    const none = await exported({ format: 'csv', filter: { min_weight_lbs: 4_000 } });
    const { rows } = await harness.pool.query<{ id: string }>('SELECT id FROM anglers WHERE account_id = $1', [
      owner.accountId,
    ]);
    await inTransaction(harness.pool, (tx) => dropExportsWith(tx, rows[0]?.id ?? ''));
    expect([(await download(mine.id)).status, (await download(none.id)).status]).toEqual([410, 200]);
    await exported({ format: 'csv' });
    await eventually(async () => expect(await harness.count(`exports WHERE id = '${mine.id}' AND has_file`)).toBe(0));
  });
});

describe('a download', () => {
  let done: ExportView;
  let whole: string;
  beforeAll(async () => {
    done = await exported({ format: 'ndjson' });
    whole = (await download(done.id)).text;
  });

  it.each([
    ['bytes=0-0', 0, 0],
    ['bytes=5-9', 5, 9],
    ['bytes=100-', 100, undefined],
    ['bytes=-7', -7, undefined],
    ['bytes=10-99999999', 10, undefined],
    ['bytes=-99999999', 0, undefined],
    ['bytes=10-9007199254740992', 10, undefined],
    [`bytes=-${'9'.repeat(400)}`, 0, undefined],
  ])('answers %s with that part', async (range, start, end) => {
    const { status, headers, text } = await download(done.id, { range });
    const bytes = Buffer.from(whole);
    const from = start < 0 ? bytes.length + start : start;
    const to = end ?? bytes.length - 1;
    expect([status, headers.get('content-range'), headers.get('content-length'), text]).toEqual([
      206,
      `bytes ${from}-${to}/${bytes.length}`,
      String(to - from + 1),
      bytes.subarray(from, to + 1).toString(),
    ]);
  });

  it.each(['bytes=99999999-', 'bytes=9007199254740992-', `bytes=${'9'.repeat(400)}-${'9'.repeat(400)}`, 'bytes=-0'])(
    'answers %s with a 416 that tells the size',
    async (range) => {
      const { status, headers, text } = await download(done.id, { range });
      expect([status, headers.get('content-range'), (JSON.parse(text) as { code: string }).code]).toEqual([
        416,
        `bytes */${done.size_bytes}`,
        'request.range_not_satisfiable',
      ]);
    },
  );

  it.each(['bytes=5-2', 'bytes=0-1,4-5', 'lines=1-2', 'bytes='])('answers %s with the whole file', async (range) => {
    expect((await download(done.id, { range })).status).toBe(200);
  });

  it('answers a part only of the file that the caller has begun with', async () => {
    const etag = `"${done.id}"`;
    const { headers } = await download(done.id);
    const statuses = await Promise.all(
      [etag, headers.get('last-modified') ?? '', '"another"', `W/${etag}`].map(
        async (condition) => (await download(done.id, { range: 'bytes=1-2', 'if-range': condition })).status,
      ),
    );
    expect(statuses).toEqual([206, 206, 200, 200]);
  });

  it('is a 304 for who has it already, and HEAD tells its size', async () => {
    expect((await download(done.id, { 'if-none-match': `"${done.id}"` })).status).toBe(304);
    const { status, headers, text } = await download(done.id, {}, owner, 'HEAD');
    expect([status, headers.get('content-length'), text]).toEqual([200, String(done.size_bytes), '']);
  });

  it('is a 503 when the storage has lost it', async () => {
    const { id } = await exported({ format: 'csv' });
    await harness.pool.query("UPDATE exports SET part_names = '{000000-lost}' WHERE id = $1", [id]);
    const { status, text } = await download(id);
    expect([status, (JSON.parse(text) as { code: string }).code]).toEqual([503, 'storage.unavailable']);
  });
});
