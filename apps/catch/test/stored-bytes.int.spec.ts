import { eventually } from '@cds/testing';
import { PhotoSweeper } from '@cds/photos';
import { SweepImports } from '../src/imports/sweep-imports.js';
import { SweepExports } from '../src/exports/sweep-exports.js';
import { CatchHarness, owner, reviewer } from './catch.harness.js';
import { form, picture, upload } from './photo.builders.js';

const ROW = '{"species":"walleye","weight_lbs":1}\n';

let catches: CatchHarness;
beforeAll(async () => {
  catches = await CatchHarness.start({
    env: { PHOTO_KEPT_BYTES: '50000', IMPORT_KEPT_BYTES: '10000', EXPORT_KEPT_BYTES: '5000' },
  });
});
afterAll(() => catches.stop());

const kept = async (kind: string): Promise<Record<string, number>> => {
  const { rows } = await catches.pool.query<{ account_id: string; bytes: string }>(
    'SELECT account_id, bytes FROM stored_bytes WHERE kind = $1',
    [kind],
  );
  return Object.fromEntries(rows.map(({ account_id: accountId, bytes }) => [accountId, Number(bytes)]));
};

const USED_UP = (kind: string) => ({ code: 'storage.limit', detail: expect.stringContaining(`The ${kind} of this`) });

describe('photos', () => {
  const add = async (id: string, colour: string, caller = owner) =>
    upload<Record<string, unknown>>(catches, id, form(await picture({ width: 40, height: 40, colour })), caller);

  it('are taken until they are too many bytes, of each account by itself, and make room when they go', async () => {
    const id = await catches.logged();
    const colours = Array.from({ length: 20 }, (_, index) => `#${(index * 12 + 10).toString(16).padStart(2, '0')}0000`);
    let last = 201;
    for (const colour of colours) {
      const answer = await add(id, colour);
      last = answer.status;
      if (last === 201) continue;
      expect(answer.body).toMatchObject({ status: 422, ...USED_UP('photos') });
      break;
    }
    expect(last).toBe(422);
    const before = (await kept('photos'))[owner.accountId] ?? 0;
    // Each of the four small files of a picture takes a block.
    expect(before).toBe(3 * 4 * 4_096);
    // The same picture once more takes nothing.
    expect((await add(id, String(colours[0]))).status).toBe(201);
    expect((await kept('photos'))[owner.accountId]).toBe(before);
    await catches.call('DELETE', `/v1/catches/${id}`);
    await catches.pool.query("UPDATE photo_leftovers SET since = now() - interval '2 hours'");
    await catches.app.get(PhotoSweeper).sweep();
    expect(await kept('photos')).toEqual({});
    expect((await add(await catches.logged(), '#123456')).status).toBe(201);
  });
});

describe('the files of imports', () => {
  it('are taken until they are too many bytes, and make room when they are imported', async () => {
    const refused = await catches.imported(ROW.repeat(300));
    expect([refused.status, refused.body]).toEqual([422, expect.objectContaining(USED_UP('imports'))]);
    expect(await kept('imports')).toEqual({});
    expect((await catches.importEnded(ROW.repeat(250))).accepted).toBe(250);
    await eventually(async () => expect(await kept('imports')).toEqual({}));
    expect((await catches.importEnded(ROW.repeat(251))).accepted).toBe(251);
    await eventually(async () => expect(await kept('imports')).toEqual({}));
  });
});

describe('the rows that imports refuse', () => {
  it('are kept until they are too many bytes, and make room when their import is forgotten', async () => {
    const empty = '{}\n';
    const { id } = await catches.importEnded(empty.repeat(20));
    await eventually(async () => expect((await kept('imports'))[owner.accountId]).toBeLessThan(4_096));
    const { rows } = await catches.pool.query<{ bytes: string }>(
      'SELECT sum(octet_length(errors::text))::text AS bytes FROM import_rejections WHERE import_id = $1',
      [id],
    );
    const before = (await kept('imports'))[owner.accountId];
    expect(before).toBeGreaterThan(Number(rows[0]?.bytes) * 0.9);
    expect(await catches.importEnded(empty.repeat(90))).toMatchObject({
      status: 'failed',
      rejected: 0,
      error: expect.stringContaining('10000 bytes'),
    });
    await eventually(async () => expect(await kept('imports')).toEqual({ [owner.accountId]: before }));
    await catches.pool.query("UPDATE imports SET completed_at = now() - interval '31 days'");
    await eventually(async () => {
      await catches.app.get(SweepImports).execute();
      expect(await kept('imports')).toEqual({});
    });
    expect(await catches.importEnded(empty.repeat(21))).toMatchObject({ status: 'completed', rejected: 21 });
  });
});

describe('exports', () => {
  it('count a block at least', async () => {
    const { body } = await catches.call<{ id: string }>('POST', '/v1/catches/export', {
      format: 'ndjson',
      filter: { min_weight_lbs: 24 },
    });
    await catches.ended(`/v1/exports/${body.id}`);
    expect((await kept('exports'))[owner.accountId]).toBe(4_096);
    await catches.pool.query("UPDATE exports SET expires_at = now() - interval '1 day'");
    await catches.app.get(SweepExports).execute();
    expect(await kept('exports')).toEqual({});
  });

  const ask = (caller = owner) =>
    catches.call<{ id: string }>('POST', '/v1/catches/export', { format: 'ndjson', filter: {} }, caller);

  it('fail when they become too many bytes, and hold no further ones back once they are gone', async () => {
    const first = await ask();
    const ended = await catches.ended<{ status: string; error: string }>(`/v1/exports/${first.body.id}`);
    expect(ended).toMatchObject({ status: 'failed', error: expect.stringContaining('5000 bytes') });
    await catches.app.get(SweepExports).execute();
    expect(await kept('exports')).toEqual({});
  });

  it('are refused while those of the account take all that there is', async () => {
    await catches.pool.query("INSERT INTO stored_bytes (account_id, kind, bytes) VALUES ($1, 'exports', 5000)", [
      owner.accountId,
    ]);
    const refused = await ask();
    expect([refused.status, refused.body]).toEqual([422, expect.objectContaining(USED_UP('exports'))]);
    expect((await ask(reviewer)).status).toBe(202);
  });
});
