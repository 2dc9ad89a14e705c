import { readdir, rename, rm, writeFile } from 'node:fs/promises';
import { type ClientRequest, request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { identityHeaders } from '@cds/testing/identity';
import { eventually } from '@cds/testing';
import { PhotoMaker, PhotoStore, PhotoSweeper } from '@cds/photos';
import { CatchHarness, owner, reviewer } from './catch.harness.js';
import { form, picture, stored, swept, upload } from './photo.builders.js';

let catches: CatchHarness;
let id: string;
beforeAll(async () => {
  catches = await CatchHarness.start();
});
beforeEach(async () => {
  id = await catches.logged();
  await swept(catches);
});
afterAll(() => catches.stop());

/** Transactions of the service that wait for something other than the database. */
const OPEN_TRANSACTIONS = `SELECT count(*)::int AS open FROM pg_stat_activity
  WHERE datname = current_database() AND state = 'idle in transaction'`;

/** An upload that came as far as its files, as a crash before the event leaves it. */
const keptOnly = async (colour: string): Promise<string> => {
  const { image, files } = await catches.app.get(PhotoMaker).make(await picture({ colour }), owner.accountId);
  await catches.app.get(PhotoStore).keep(image.digest, files, owner.accountId);
  return image.digest;
};

const CATCH = { species: 'walleye', weight_lbs: 4 };

describe('what a crash leaves', () => {
  it('before the files: a note, and nothing to remove', async () => {
    await catches.pool.query("INSERT INTO photo_leftovers (digest, since) VALUES (repeat('a', 64), now())");
    await swept(catches);
    expect(await catches.count('photo_leftovers')).toBe(0);
  });

  it('between files and event: files that are removed an hour later, and not before', async () => {
    const digest = await keptOnly('#111111');
    expect(await catches.app.get(PhotoSweeper).sweep()).toBe(0);
    expect(await stored(catches, digest)).toHaveLength(4);
    expect(await swept(catches)).toBe(1);
    expect(await stored(catches, digest)).toEqual([]);
    expect(await catches.count('photo_leftovers')).toBe(0);
  });

  it('in the middle of sweeping: a note, swept once more', async () => {
    const digest = await keptOnly('#222222');
    await catches.app.get(PhotoStore).remove([digest]);
    expect(await swept(catches)).toBe(1);
    expect(await catches.count('photo_leftovers')).toBe(0);
  });

  it('after the event: a photo, which stays', async () => {
    const { body } = await upload(catches, id, form(await picture({ colour: '#333333' })));
    expect(await swept(catches)).toBe(0);
    expect(await stored(catches, body.url)).toHaveLength(4);
    expect(await catches.count('photo_leftovers')).toBe(0);
  });
});

describe('the sweeper', () => {
  it('leaves what is being stored again', async () => {
    const digest = await keptOnly('#444444');
    await catches.pool.query("UPDATE photo_leftovers SET since = since - interval '2 hours'");
    await keptOnly('#444444');
    expect(await catches.app.get(PhotoSweeper).sweep()).toBe(0);
    expect(await stored(catches, digest)).toHaveLength(4);
  });

  it('takes more than a batch', async () => {
    await catches.pool.query(
      `INSERT INTO photo_leftovers (digest, since) SELECT encode(sha256(n::text::bytea), 'hex'), now()
        FROM generate_series(1, 250) n`,
    );
    expect(await swept(catches)).toBeGreaterThanOrEqual(250);
  });

  it('holds no transaction while the storage removes, and an upload of the same picture waits for it', async () => {
    const digest = await keptOnly('#555555');
    await catches.pool.query("UPDATE photo_leftovers SET since = since - interval '2 hours'");
    const store = catches.app.get(PhotoStore);
    const remove = store.remove.bind(store);
    let uploading: Promise<string> | undefined;
    store.remove = async (digests) => {
      // Other work of the service has some for a moment.
      await eventually(async () => {
        const { rows } = await catches.pool.query<{ open: number }>(OPEN_TRANSACTIONS);
        expect(rows[0]?.open).toBe(0);
      });
      uploading = keptOnly('#555555');
      await remove(digests);
    };
    try {
      expect(await catches.app.get(PhotoSweeper).sweep()).toBe(1);
    } finally {
      store.remove = remove;
    }
    expect(await uploading).toBe(digest);
    expect(await stored(catches, digest)).toHaveLength(4);
  });

  it('gives back what the storage did not remove', async () => {
    const digest = await keptOnly('#565656');
    const store = catches.app.get(PhotoStore);
    const remove = store.remove.bind(store);
    store.remove = () => Promise.reject(new Error('the storage is away'));
    await expect(swept(catches)).rejects.toThrow('the storage is away');
    store.remove = remove;
    expect(await swept(catches)).toBe(1);
    expect(await stored(catches, digest)).toEqual([]);
  });

  it('finds whose a picture is, and what is due, by an index', async () => {
    await catches.pool
      .query(`INSERT INTO catches (id, account_id, angler_id, species_id, weight_lbs, caught_at, has_location,
        verification_tier, version, created_at, updated_at, photos)
      SELECT 'catch_' || n, 'a', 'b', 'c', 1, now(), false, 0, 1, now(), now(),
        CASE WHEN n % 10 = 0 THEN jsonb_build_array(jsonb_build_object('digest', encode(sha256(n::text::bytea),
        'hex'))) END FROM generate_series(1, 20000) n`);
    await catches.pool.query('ANALYZE catches');
    const plan = async (sql: string) => JSON.stringify((await catches.pool.query(`EXPLAIN (FORMAT JSON) ${sql}`)).rows);
    expect(await plan(`SELECT FROM catches WHERE photos @> '[{"digest":"x","format":"jpeg"}]' LIMIT 1`)).toContain(
      'catches_photos_idx',
    );
    expect(
      await plan('SELECT * FROM catches WHERE photos IS NOT NULL ORDER BY created_at DESC, id DESC LIMIT 25'),
    ).toContain('catches_with_photo_created_at_id_idx');
    await catches.pool.query("DELETE FROM catches WHERE account_id = 'a'");
  });
});

describe('a storage that cannot be used', () => {
  it('is a 503, and nothing is half stored', async () => {
    const [folder, aside] = [join(catches.storage, 'photos'), join(catches.storage, 'aside')];
    await rename(folder, aside);
    await writeFile(folder, 'in the way');
    const answer = await upload(catches, id, form(await picture({ colour: '#666666' })));
    await rm(folder);
    await rename(aside, folder);
    expect(answer).toMatchObject({ status: 503, body: { code: 'storage.unavailable' } });
    expect(answer.headers.get('retry-after')).toBe('10');
    expect(await readdir(join(catches.storage, '.partial'))).toEqual([]);
    expect((await catches.call('GET', `/v1/catches/${id}`)).body).toMatchObject({ photos: [], version: 1 });
    expect((await upload(catches, id, form(await picture({ colour: '#666666' })))).status).toBe(201);
  });
});

describe('slow uploads of one account', () => {
  it('hold its own three places, and nobody else back', async () => {
    const headers = { ...identityHeaders('catch', owner), 'content-type': 'multipart/form-data; boundary=x' };
    const slow = Array.from({ length: 24 }, (): ClientRequest => {
      const request = httpRequest(`${catches.url}/v1/catches/${id}/photos`, { method: 'POST', headers, agent: false });
      request.on('error', () => undefined);
      request.write('--x\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n');
      return request;
    });
    try {
      // Refused in either case, so that none of the tries adds a photo.
      const busy = await eventually(async () => {
        const answer = await upload(catches, id, form(Buffer.from('fish')));
        expect(answer).toMatchObject({ status: 429, body: { code: 'limit.uploads' } });
        return answer;
      });
      expect(busy.headers.get('retry-after')).toBe('1');
      const theirs = await catches.call<{ id: string }>('POST', '/v1/catches', CATCH, reviewer);
      expect((await upload(catches, theirs.body.id, form(await picture()), reviewer)).status).toBe(201);
    } finally {
      for (const request of slow) request.destroy();
    }
    const file = await picture({ colour: '#777777' });
    await eventually(async () => expect((await upload(catches, id, form(file))).status).toBe(201));
  });
});
