import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { identityHeaders } from '@cds/testing/identity';
import { brokenListRules, eventually } from '@cds/testing';
import { CatchHarness, owner, reviewer } from './catch.harness.js';

let harness: CatchHarness;
beforeAll(async () => {
  harness = await CatchHarness.start();
});
afterAll(() => harness.stop());

const CSV = { 'content-type': 'text/csv' };
const ndjson = (...rows: object[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('');
const bass = (fields: object = {}): object => ({ species: 'largemouth bass', weight_lbs: 4.2, ...fields });
const counts = ({ accepted, duplicates, rejected }: { accepted: number; duplicates: number; rejected: number }) => [
  accepted,
  duplicates,
  rejected,
];

describe('a file of catches', () => {
  it('is taken, read, and becomes catches with their events', async () => {
    const file = ndjson(
      bass({ notes: 'first' }),
      bass({ species: 'Sander vitreus', location: { latitude: 30.25, longitude: -97.5 }, metadata: { boat: 'Ann' } }),
    );
    const { status, headers, body } = await harness.imported(file);
    expect(status).toBe(202);
    expect(headers.get('location')).toBe(`/v1/imports/${body.id}`);
    expect(body).toEqual(
      expect.objectContaining({
        id: expect.stringMatching(/^imp_/),
        status: expect.stringMatching(/^(queued|running)$/),
        progress: 0,
        accepted: 0,
        duplicates: 0,
        rejected: 0,
        completed_at: null,
        error: null,
      }),
    );
    expect(await harness.ended(`/v1/imports/${body.id}`)).toEqual(
      expect.objectContaining({
        status: 'completed',
        progress: 1,
        accepted: 2,
        duplicates: 0,
        rejected: 0,
        error: null,
      }),
    );
    const { body: list } = await harness.call<{ data: Record<string, unknown>[]; total: number }>(
      'GET',
      '/v1/catches?sort=created_at',
    );
    expect(list.total).toBe(2);
    expect(list.data).toContainEqual(
      expect.objectContaining({
        species: 'Walleye',
        metadata: { boat: 'Ann' },
        location: expect.objectContaining({ latitude: 30.25, longitude: -97.5 }),
      }),
    );
    expect(await harness.count("events WHERE type = 'CatchLogged'")).toBe(2);
  });

  it('changes nothing when it is sent again, packed or not', async () => {
    const file = ndjson(bass({ notes: 'again' }), bass({ notes: 'again' }), bass({ external_id: 'again-3' }));
    expect(counts(await harness.importEnded(file))).toEqual([3, 0, 0]);
    const before = await harness.count('events');
    expect(counts(await harness.importEnded(file))).toEqual([0, 3, 0]);
    expect(counts(await harness.importEnded(gzipSync(file), { 'content-encoding': 'gzip' }))).toEqual([0, 3, 0]);
    expect(await harness.count('events')).toBe(before);
  });

  it('adds what was rejected before and is right now, and nothing else', async () => {
    const file = ndjson(bass({ notes: 'half' }), bass({ species: 'late species' }));
    expect(counts(await harness.importEnded(file))).toEqual([1, 0, 1]);
    await harness.pool.query(
      `INSERT INTO species_names (id, common_name, scientific_name, aliases, version)
        VALUES ('spc_late', 'Late Species', 'Sero venit', '{}', 1)`,
    );
    expect(counts(await harness.importEnded(file))).toEqual([1, 1, 0]);
  });

  it('has each external_id once, within it and among the catches there are', async () => {
    await harness.logged({ external_id: 'known' });
    const file = ndjson(bass({ external_id: 'known' }), bass({ external_id: 'new' }), bass({ external_id: 'new' }));
    expect(counts(await harness.importEnded(file))).toEqual([1, 2, 0]);
  });

  it('says of each refused row all that is wrong with it, under its line', async () => {
    const faulty = ndjson({ species: 'nosuchfish', weight_lbs: -1, colour: 'red' });
    const file = `${ndjson(bass({ notes: 'fine' }))}\n${faulty}{"species":\n${ndjson(bass({ angler_id: 'ang_of_nobody' }))}7`;
    const ended = await harness.importEnded(file);
    expect(counts(ended)).toEqual([1, 0, 4]);
    const rejected = await harness.rejected(ended.id);
    expect(
      rejected.map(({ line, errors }) => [line, errors.map(({ pointer, code }) => `${pointer} ${code}`).sort()]),
    ).toEqual([
      [3, ['/colour unknown_field', '/species species.unknown', '/weight_lbs too_small']],
      [4, [' malformed_json']],
      [5, ['/angler_id angler.unknown']],
      [6, [' type']],
    ]);
  });

  it('keeps the bounds of a single catch, from both sides', async () => {
    const notes = 'n'.repeat(5_000);
    const ended = await harness.importEnded(
      ndjson(bass({ notes }), bass({ notes: `${notes}n` }), bass({ weight_lbs: 50 }), bass({ weight_lbs: 50.001 })),
    );
    expect(counts(ended)).toEqual([2, 0, 2]);
    expect((await harness.rejected(ended.id)).map(({ line, errors }) => [line, errors[0]?.code])).toEqual([
      [2, 'too_big'],
      [4, 'catch.weight_implausible'],
    ]);
  });

  it('may have lines that end in CRLF, blank ones, a byte order mark, and no last newline', async () => {
    const file =
      `\ufeff${JSON.stringify(bass({ notes: 'bom' }))}\r\n\r\n  ` + `\r\n${JSON.stringify(bass({ notes: 'end' }))}`;
    expect(counts(await harness.importEnded(file))).toEqual([2, 0, 0]);
  });

  it('refuses rows that are not UTF-8, that hold NUL, and that say a key twice', async () => {
    const file = Buffer.concat([
      Buffer.from('{"species":"walleye","weight_lbs":1,"notes":"caf'),
      Buffer.from([0xe9]),
      Buffer.from(
        '"}\n{"species":"walleye","weight_lbs":1,"notes":"a\\u0000b"}\n' +
          '{"species":"walleye","weight_lbs":1,"weight_lbs":2}\n',
      ),
    ]);
    const ended = await harness.importEnded(file);
    expect(counts(ended)).toEqual([0, 0, 3]);
    expect((await harness.rejected(ended.id)).map(({ errors }) => errors[0]?.code)).toEqual([
      'malformed_json',
      'format',
      'duplicate_key',
    ]);
  });

  it('refuses a line of any length as one row, and goes on', async () => {
    const file = Buffer.concat([
      Buffer.from(ndjson(bass({ notes: 'before' }))),
      Buffer.alloc(20_000_000, 'x'),
      Buffer.from(`\n${ndjson(bass({ notes: 'after' }))}`),
    ]);
    const ended = await harness.importEnded(file);
    expect(counts(ended)).toEqual([2, 0, 1]);
    expect(await harness.rejected(ended.id)).toEqual([
      { line: 2, errors: [{ pointer: '', code: 'too_big', detail: 'has 20000001 bytes; a row may have 1048576' }] },
    ]);
  });

  it('may be empty', async () => {
    expect(await harness.importEnded('')).toEqual(
      expect.objectContaining({ status: 'completed', progress: 1, accepted: 0 }),
    );
  });

  it.each([
    ['a JSON array', '[{"species":"walleye"}]', 'JSON array'],
    ['gzip that is not announced', gzipSync('{}'), 'Content-Encoding: gzip'],
    ['a spreadsheet', Buffer.from([0x50, 0x4b, 3, 4, 20]), 'spreadsheet'],
    ['UTF-16', Buffer.from('\ufeff{}', 'utf16le'), 'UTF-16'],
  ])('fails when it is %s', async (_what, file, reason) => {
    expect(await harness.importEnded(file)).toEqual(
      expect.objectContaining({
        status: 'failed',
        error: expect.stringContaining(reason),
        completed_at: expect.any(String),
      }),
    );
  });
});

describe('a CSV file', () => {
  const rows = [
    'species,weight_lbs,released,location.latitude,location.longitude,metadata.boat,notes,external_id',
    'walleye,4.2,true,30.25,-97.5,Ann,"two\nlines, and ""quotes""",csv-1',
    'largemouth bass,1,,,,,=1+1,csv-2',
  ];

  it('makes the same catches as the same rows of NDJSON', async () => {
    expect(counts(await harness.importEnded(rows.join('\n'), CSV))).toEqual([2, 0, 0]);
    const same = ndjson(
      {
        species: 'walleye',
        weight_lbs: 4.2,
        released: true,
        location: { latitude: 30.25, longitude: -97.5 },
        metadata: { boat: 'Ann' },
        notes: 'two\nlines, and "quotes"',
        external_id: 'json-1',
      },
      { species: 'largemouth bass', weight_lbs: 1, notes: '=1+1', external_id: 'json-2' },
    );
    expect(counts(await harness.importEnded(same))).toEqual([2, 0, 0]);
    const columns = 'species_id, weight_lbs, released, latitude, longitude, has_location, metadata, notes';
    const { rows: found } = await harness.pool.query<Record<string, unknown>>(
      `SELECT right(external_id, 1) AS n, ${columns} FROM catches WHERE external_id ~ '^(csv|json)-'
        ORDER BY external_id`,
    );
    expect(found.slice(0, 2)).toEqual(found.slice(2));
    expect(found[1]).toEqual(
      expect.objectContaining({ notes: '=1+1', has_location: false, metadata: null, released: null }),
    );
  });

  it('counts the lines of the file, the header and those within a cell too', async () => {
    const file = [
      '\ufeffspecies,weight_lbs,notes',
      'walleye,1,"a',
      'b"',
      '',
      'walleye,heavy,x',
      'walleye,1',
      'walleye,1,ok',
      'walleye,1e3,',
      'walleye,-2,',
    ].join('\r\n');
    const ended = await harness.importEnded(file, CSV);
    expect(counts(ended)).toEqual([2, 0, 4]);
    expect((await harness.rejected(ended.id)).map(({ line, errors }) => [line, errors[0]?.code])).toEqual([
      [5, 'type'],
      [6, 'cells'],
      [8, 'type'],
      [9, 'too_small'],
    ]);
  });

  it('refuses rows that are not UTF-8', async () => {
    const file = Buffer.concat([
      Buffer.from('species,weight_lbs,notes\nwalleye,1,caf'),
      Buffer.from([0xe9]),
      Buffer.from('\nwalleye,1,café\n'),
    ]);
    const ended = await harness.importEnded(file, CSV);
    expect(counts(ended)).toEqual([1, 0, 1]);
    expect((await harness.rejected(ended.id))[0]).toEqual({
      line: 2,
      errors: [{ pointer: '', code: 'encoding', detail: 'is not UTF-8 in cell 3' }],
    });
  });

  it.each([
    ['has columns that are not known', 'species,weight_lbs,colour,shoe size\n', 'can have: column 3, column 4.'],
    ['has a column twice', 'species,weight_lbs,species\n', 'twice: "species"'],
    ['lacks columns', 'species;weight_lbs\n', 'lacks columns that every row needs: "species", "weight_lbs"'],
    ['has no header', '', 'no header'],
    ['is JSON', '{"species":"walleye"}\n', 'JSON, not CSV'],
    [
      'has a quote that is not closed',
      'species,weight_lbs,notes\nwalleye,1,ok\nwalleye,1,"open\nwalleye,1,x\n',
      'begins in line 3',
    ],
  ])('fails when it %s', async (_what, file, reason) => {
    expect(await harness.importEnded(file, CSV)).toEqual(
      expect.objectContaining({ status: 'failed', error: expect.stringContaining(reason) }),
    );
  });
});

describe('an upload', () => {
  const statusOf = async (file: string | Buffer, headers: Record<string, string>) => {
    const { status, body } = await harness.imported(file, headers);
    return [status, (body as unknown as { code: string }).code];
  };

  it.each([
    [{ 'content-type': 'application/json' }],
    [{ 'content-type': 'text/plain' }],
    [{ 'content-type': 'text/csv; charset=latin1' }],
    [{ 'content-encoding': 'br' }],
  ])('is a 415 with %j', async (headers) => {
    expect(await statusOf('{}', headers as Record<string, string>)).toEqual([415, 'request.unsupported_media_type']);
  });

  it('is a 400 when it is not the gzip it says, or half of it', async () => {
    expect(await statusOf('plain', { 'content-encoding': 'gzip' })).toEqual([400, 'request.invalid']);
    const packed = gzipSync(ndjson(bass(), bass({ notes: 'x'.repeat(1_000) })));
    expect(await statusOf(packed.subarray(0, packed.length - 10), { 'content-encoding': 'gzip' })).toEqual([
      400,
      'request.invalid',
    ]);
    expect(await harness.count("imports WHERE status = 'uploading'")).toBe(0);
  });

  it('is refused on every other route', async () => {
    const answer = await fetch(`${harness.url}/v1/catches`, {
      method: 'POST',
      headers: { ...identityHeaders('catch', owner), ...CSV },
      body: 'species',
    });
    expect(answer.status).toBe(415);
  });
});

describe('an import', () => {
  it('is its own account’s alone', async () => {
    const { id } = await harness.importEnded(ndjson(bass({ notes: 'mine' })));
    for (const path of [`/v1/imports/${id}`, `/v1/imports/${id}/rejected`, '/v1/imports/imp_none']) {
      const { status, body } = await harness.call<{ code: string }>('GET', path, undefined, reviewer);
      expect([status, body.code]).toEqual([404, 'import.not_found']);
    }
  });

  it('lists rejected rows by pages', async () => {
    const { id } = await harness.importEnded(ndjson(...Array.from({ length: 30 }, () => ({ species: 1 }))));
    const { body, headers } = await harness.call<{ data: unknown[]; total: number; has_more: boolean }>(
      'GET',
      `/v1/imports/${id}/rejected?page=2&per_page=20`,
    );
    expect([body.data.length, body.total, body.has_more]).toEqual([10, 30, false]);
    expect(headers.get('link')).toContain('rel="prev"');
    expect((await harness.call('GET', `/v1/imports/${id}/rejected?per_page=101`)).status).toBe(400);
  });

  it('lists rejected rows by the rules of every list', async () => {
    const { id } = await harness.importEnded(ndjson(...Array.from({ length: 5 }, () => ({ species: 1 }))));
    expect(
      await brokenListRules({
        get: (query) => harness.call('GET', `/v1/imports/${id}/rejected?${query}`),
        field: 'line',
      }),
    ).toEqual([]);
  });

  it('answers the fields that are asked for', async () => {
    const { id } = await harness.importEnded(ndjson({ species: 1 }));
    expect((await harness.call('GET', `/v1/imports/${id}?fields=id,rejected`)).body).toEqual({ id, rejected: 1 });
    expect(await harness.call('GET', `/v1/imports/${id}?fields=rows`)).toMatchObject({
      status: 400,
      body: { errors: [{ parameter: 'fields' }] },
    });
  });

  it.each([
    ['ends', bass({ notes: 'file' })],
    ['fails', [1]],
  ])('leaves no file behind when it %s', async (_how, row) => {
    await harness.importEnded(ndjson(row));
    // The file is removed first, and its row says so after that.
    await eventually(
      async () => {
        expect(await readdir(join(harness.storage, 'imports'))).toEqual([]);
        expect(await harness.count('imports WHERE has_file')).toBe(0);
      },
      { timeoutMs: 10_000 },
    );
  });
});
