import { identityHeaders } from '@cds/testing/identity';
import { eventually } from '@cds/testing';
import sharp from 'sharp';
import type { CatchView } from '../src/catches/read/catch-view.js';
import type { PhotoView } from '../src/catches/read/photo-view.js';
import { RebuildCatches } from '../src/rebuild/rebuild-catches.js';
import { CatchHarness, owner, reviewer } from './catch.harness.js';
import { at, bomb, endless, form, picture, stored, swept, upload } from './photo.builders.js';

let catches: CatchHarness;
let id: string;
beforeAll(async () => {
  catches = await CatchHarness.start();
});
beforeEach(async () => {
  id = await catches.logged();
});
afterAll(() => catches.stop());

const added = async (file: Buffer, to = id): Promise<PhotoView> => {
  const { status, body } = await upload(catches, to, form(file));
  expect(status).toBe(201);
  return body;
};
const bytesOf = async (url: string): Promise<Buffer> =>
  Buffer.from(await (await fetch(at(catches, url))).arrayBuffer());
const view = async (catchId = id): Promise<CatchView> =>
  (await catches.call<CatchView>('GET', `/v1/catches/${catchId}`)).body;

describe('a photo that is added', () => {
  it('is answered with every version, and the catch has it', async () => {
    const { status, headers, body } = await upload(catches, id, form(await picture({ width: 3_000, height: 1_500 })));
    expect(status).toBe(201);
    expect(headers.get('location')).toBe(`/v1/catches/${id}/photos/${body.id}`);
    expect(body).toEqual({
      id: expect.stringMatching(/^pho_[0-9a-z]{26}$/),
      url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:3000\/v1\/photos\/[0-9a-f]{64}\/full\.jpg$/),
      width: 2_048,
      height: 1_024,
      variants: {
        thumb: { url: expect.stringContaining('/thumb.jpg'), width: 256, height: 128 },
        small: { url: expect.stringContaining('/small.jpg'), width: 640, height: 320 },
        large: { url: expect.stringContaining('/large.jpg'), width: 1_280, height: 640 },
      },
      created_at: expect.stringMatching(/Z$/),
    });
    expect(await view()).toMatchObject({ photos: [body], version: 2 });
    expect(await catches.call('GET', `/v1/catches/${id}/photos/${body.id}`, undefined, reviewer)).toMatchObject({
      status: 200,
      body,
    });
  });

  it.each(['jpeg', 'png', 'webp'] as const)('stays a %s, by what is in it', async (format) => {
    const { url, variants } = await added(await picture({ format }));
    for (const one of [url, ...Object.values(variants).map((variant) => variant.url)])
      expect((await sharp(await bytesOf(one)).metadata()).format).toBe(format);
  });

  it('is not enlarged', async () => {
    expect(await added(await picture({ width: 20, height: 10 }))).toMatchObject({
      width: 20,
      height: 10,
      variants: { thumb: { width: 20, height: 10 } },
    });
  });

  it('is turned upright, and keeps no metadata', async () => {
    const told = await sharp(await picture({ width: 300, height: 200 }))
      .withExif({ IFD0: { Copyright: 'nobody' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' } })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"/>')
      .withMetadata({ orientation: 6 })
      .toBuffer();
    const photo = await added(told);
    expect(photo).toMatchObject({ width: 200, height: 300 });
    for (const url of [photo.url, photo.variants.thumb.url]) {
      const { exif, xmp, icc, iptc, orientation, space } = await sharp(await bytesOf(url)).metadata();
      expect({ exif, xmp, icc, iptc, orientation, space }).toEqual({ space: 'srgb' });
    }
  });

  it('is the first frame of an animated one', async () => {
    const frames = await Promise.all(['#ff0000', '#00ff00'].map((colour) => picture({ colour, format: 'png' })));
    const photo = await added(
      await sharp(frames, { join: { animated: true } })
        .webp()
        .toBuffer(),
    );
    expect(photo).toMatchObject({ width: 300, height: 200 });
    expect((await sharp(await bytesOf(photo.url)).metadata()).pages ?? 1).toBe(1);
  });

  it('carries nothing that was hung on to it', async () => {
    const photo = await added(
      Buffer.concat([await picture(), Buffer.from('PK\u0003\u0004<html><script>alert(1)</script>')]),
    );
    expect((await bytesOf(photo.url)).includes('<script>')).toBe(false);
  });

  it('is what erasure removes of its event', async () => {
    await added(await picture());
    const { rows } = await catches.pool.query<{ type: string; personal: object; person_id: string }>(
      'SELECT type, personal, person_id FROM events WHERE stream_id = $1 AND version = 2',
      [id],
    );
    expect(rows).toEqual([
      { type: 'CatchPhotoAdded', personal: { image: expect.anything() }, person_id: expect.stringMatching(/^ang_/) },
    ]);
  });

  it('leaves the tier as it is', async () => {
    const asked = await catches.call<{ id: string }>('POST', `/v1/catches/${id}/verifications`, {
      tier: 'witnessed',
      evidence: { witness: { name: 'Ann' } },
    });
    await catches.call('POST', `/v1/verifications/${asked.body.id}/approve`, { reason: 'seen' }, reviewer);
    await added(await picture());
    expect(await view()).toMatchObject({ verification_tier: 'witnessed' });
  });

  it('is added once under an Idempotency-Key', async () => {
    const post = async (key: string, file: Buffer) =>
      fetch(`${catches.url}/v1/catches/${id}/photos`, {
        method: 'POST',
        headers: { ...identityHeaders('catch', owner), 'idempotency-key': key },
        body: form(file),
      });
    const [first, again] = [await post('once', await picture()), await post('once', await picture())];
    expect([first.status, again.status, again.headers.get('idempotency-replayed')]).toEqual([201, 201, 'true']);
    expect(await again.json()).toEqual(await first.json());
    expect(again.headers.get('location')).toBe(first.headers.get('location'));
    expect((await post('once', await picture({ colour: '#ffffff' }))).status).toBe(422);
    expect((await view()).photos).toHaveLength(1);
    expect([(await post('bad', Buffer.from('fish'))).status, (await post('bad', await picture())).status]).toEqual([
      415, 201,
    ]);
  });

  it('is counted: a catch has twenty at most', async () => {
    for (let count = 0; count < 20; count += 1)
      await added(await picture({ width: 30, height: 30, colour: `#0000${(count + 16).toString(16)}` }));
    expect(await upload(catches, id, form(await picture()))).toMatchObject({
      status: 422,
      body: { code: 'photo.limit' },
    });
    const [first] = (await view()).photos;
    await catches.call('DELETE', `/v1/catches/${id}/photos/${first?.id}`);
    await added(await picture());
    expect((await view()).photos).toHaveLength(20);
  }, 60_000);
});

describe('an upload that is refused', () => {
  const HEIC = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic'), Buffer.alloc(40)]);
  it.each([
    ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>')],
    ['HTML', Buffer.from('<html><script>alert(1)</script></html>')],
    ['HEIC', HEIC],
    ['text', Buffer.from('fish')],
  ])('is a 415 when the file is %s, whatever it is called', async (_kind, file) => {
    const blob = new Blob([new Uint8Array(file)], { type: 'image/jpeg' });
    expect(await upload(catches, id, form(blob))).toMatchObject({
      status: 415,
      body: { code: 'request.unsupported_media_type' },
    });
  });

  it.each(['gif', 'tiff'] as const)('is a 415 when the file is a %s', async (format) => {
    expect(await upload(catches, id, form(await picture({ format })))).toMatchObject({ status: 415 });
  });

  it.each(['jpeg', 'png', 'webp'] as const)('is a 422 when a %s is truncated', async (format) => {
    const file = await picture({ width: 800, height: 800, format });
    expect(await upload(catches, id, form(file.subarray(0, Math.floor(file.length * 0.6))))).toMatchObject({
      status: 422,
      body: { code: 'photo.unreadable', errors: [{ pointer: '/file' }] },
    });
  });

  it.each([
    ['JPEG', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 0])],
    ['PNG', Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), Buffer.from('<svg/>')])],
    ['WebP', Buffer.from('RIFF\0\0\0\0WEBPnonsense')],
  ])('is a 422 when only its first bytes are a %s', async (_kind, file) => {
    expect(await upload(catches, id, form(file))).toMatchObject({
      status: 422,
      body: { code: 'photo.unreadable', errors: [{ pointer: '/file' }] },
    });
  });

  it('is a 422 when a small file claims to be a huge picture', async () => {
    const file = bomb(30_000, 30_000);
    expect(file.length).toBeLessThan(2_000);
    expect(await upload(catches, id, form(file))).toMatchObject({
      status: 422,
      body: { code: 'photo.too_many_pixels' },
    });
  });

  it('is a 422 for one pixel over the limit, and taken at the limit', async () => {
    expect(await upload(catches, id, form(bomb(50_000_001, 1)))).toMatchObject({
      status: 422,
      body: { code: 'photo.too_many_pixels' },
    });
    expect((await upload(catches, id, form(await picture({ width: 10_000, height: 5_000 })))).status).toBe(201);
  }, 30_000);

  it('is a 413 over 15 MB, and not at 15 MB', async () => {
    const file = Buffer.concat([await picture(), Buffer.alloc(15 * 1_048_576)]);
    expect(await upload(catches, id, form(file.subarray(0, 15 * 1_048_576 + 1)))).toMatchObject({
      status: 413,
      body: { code: 'request.too_large' },
    });
    expect((await upload(catches, id, form(file.subarray(0, 15 * 1_048_576)))).status).toBe(201);
  });

  it.each([
    ['in the file', '--x\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n'],
    ['in another part', '--x\r\nContent-Disposition: form-data; name="other"; filename="a.jpg"\r\n\r\n'],
    ['before any part', ''],
  ])('is a 413 as soon as it is over the limit, %s, although it goes on', async (_where, head) => {
    const sending = endless(catches, id, head);
    expect(await sending.answer).toMatchObject({ status: 413, body: { code: 'request.too_large' } });
    sending.stop();
    expect((await upload(catches, id, form(await picture()))).status).toBe(201);
  });

  it('is a 413 before a byte is sent when it says that it is too long', async () => {
    const sending = endless(catches, id, '', { 'content-length': String(16 * 1_048_576) }, 0);
    expect(await sending.answer).toMatchObject({ status: 413, body: { code: 'request.too_large' } });
    sending.stop();
  });

  const named = (...names: readonly string[]): FormData => {
    const body = new FormData();
    for (const name of names) body.append(name, new Blob(['fish']), 'fish.jpg');
    return body;
  };
  it.each([
    ['there is no part', new FormData(), ['/file']],
    ['the file is empty', form(Buffer.alloc(0)), ['/file']],
    ['there are two files', named('file', 'file'), ['/file']],
    ['the field is another one', named('photo'), ['/photo', '/file']],
    ['there are fields more', named('file', 'a/b'), ['/a~1b']],
  ])('is a 400 when %s', async (_kind, body, pointers) => {
    const answer = await upload<{ code: string; errors: { pointer: string }[] }>(catches, id, body);
    expect(answer).toMatchObject({ status: 400, body: { code: 'request.invalid' } });
    expect(answer.body.errors.map(({ pointer }) => pointer)).toEqual(pointers);
  });

  it('is a 400 when the file is sent as text', async () => {
    const body = new FormData();
    body.append('file', 'fish');
    expect(await upload(catches, id, body)).toMatchObject({ status: 400, body: { code: 'request.invalid' } });
  });

  it('is a 400 when the body ends early', async () => {
    const headers = { ...identityHeaders('catch', owner), 'content-type': 'multipart/form-data; boundary=x' };
    const body = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\n\r\nabc';
    expect((await fetch(`${catches.url}/v1/catches/${id}/photos`, { method: 'POST', headers, body })).status).toBe(400);
  });

  it('is a 415 when it is no multipart body, and on every other route when it is one', async () => {
    expect(await catches.call('POST', `/v1/catches/${id}/photos`, {})).toMatchObject({
      status: 415,
      body: { code: 'request.unsupported_media_type' },
    });
    const headers = identityHeaders('catch', owner);
    expect(
      (await fetch(`${catches.url}/v1/catches`, { method: 'POST', headers, body: form(await picture()) })).status,
    ).toBe(415);
  });

  it('is a 403 for another account, 404 for no catch and 410 for a deleted one, before it is read', async () => {
    const nonsense = form(Buffer.from('nonsense'));
    expect(await upload(catches, id, nonsense, reviewer)).toMatchObject({
      status: 403,
      body: { code: 'catch.forbidden' },
    });
    expect(await upload(catches, 'catch_nothing', nonsense)).toMatchObject({
      status: 404,
      body: { code: 'catch.not_found' },
    });
    await catches.call('DELETE', `/v1/catches/${id}`);
    expect(await upload(catches, id, nonsense)).toMatchObject({ status: 410, body: { code: 'catch.deleted' } });
  });

  it('changes nothing', async () => {
    await upload(catches, id, form(Buffer.from('fish')));
    expect(await view()).toMatchObject({ photos: [], version: 1 });
  });
});

describe('the address of a picture', () => {
  it('needs no credential, and what it answers may be kept for ever', async () => {
    const { url, variants } = await added(await picture());
    for (const one of [url, variants.large.url, variants.small.url, variants.thumb.url]) {
      const answer = await fetch(at(catches, one));
      const body = Buffer.from(await answer.arrayBuffer());
      expect(answer.status).toBe(200);
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'content-type': 'image/jpeg',
        'content-length': String(body.length),
        'content-disposition': 'inline',
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
        etag: expect.stringMatching(/^"[0-9a-f]{64}-(full|large|small|thumb)"$/),
      });
    }
  });

  it('answers HEAD with the same headers and no body', async () => {
    const { url } = await added(await picture());
    const [got, head] = [await fetch(at(catches, url)), await fetch(at(catches, url), { method: 'HEAD' })];
    expect(head.status).toBe(200);
    for (const name of ['content-length', 'content-type', 'etag', 'cache-control'])
      expect(head.headers.get(name)).toBe(got.headers.get(name));
    expect(await head.text()).toBe('');
  });

  it.each([(tag: string) => tag, (tag: string) => `W/${tag}`, (tag: string) => `"other", ${tag}`, () => '*'])(
    'answers 304 to who has it',
    async (header) => {
      const { url } = await added(await picture());
      const tag = (await fetch(at(catches, url))).headers.get('etag') ?? '';
      const answer = await fetch(at(catches, url), { headers: { 'if-none-match': header(tag) } });
      expect(answer.status).toBe(304);
      expect(answer.headers.get('etag')).toBe(tag);
      expect((await fetch(at(catches, url), { headers: { 'if-none-match': '"other"' } })).status).toBe(200);
    },
  );

  it.each([
    (url: string) => url.replace('full.jpg', 'full.png'),
    (url: string) => url.replace('full.jpg', 'full'),
    (url: string) => url.replace('full.jpg', 'huge.jpg'),
    (url: string) => url.replace('full.jpg', 'full.jpg.jpg'),
    (url: string) => url.replace('full.jpg', 'constructor.jpg'),
    (url: string) => url.replace(/[0-9a-f]{64}/, '0'.repeat(64)),
    (url: string) => url.replace(/[0-9a-f]{64}/, '..%2f..%2f'),
  ])('is a 404 when it is changed', async (changed) => {
    const { url } = await added(await picture());
    const answer = await fetch(at(catches, changed(url)));
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({ code: 'photo.not_found' });
  });
});

describe('a photo that is removed', () => {
  it('is a 404 from then on, by its id and its address', async () => {
    const { id: photoId, url } = await added(await picture({ colour: '#010203' }));
    expect((await catches.call('DELETE', `/v1/catches/${id}/photos/${photoId}`)).status).toBe(204);
    expect(await catches.call('GET', `/v1/catches/${id}/photos/${photoId}`)).toMatchObject({
      status: 404,
      body: { code: 'photo.not_found' },
    });
    expect(await catches.call('DELETE', `/v1/catches/${id}/photos/${photoId}`)).toMatchObject({
      status: 404,
      body: { code: 'photo.not_found' },
    });
    expect((await fetch(at(catches, url), { headers: { 'if-none-match': '*' } })).status).toBe(404);
    expect(await view()).toMatchObject({ photos: [], version: 3 });
  });

  it('leaves the same picture of another catch', async () => {
    const other = await catches.logged();
    const file = await picture({ colour: '#123456' });
    const [mine, theirs] = [await added(file), await added(file, other)];
    expect(mine.url).toBe(theirs.url);
    await catches.call('DELETE', `/v1/catches/${id}/photos/${mine.id}`);
    await swept(catches);
    expect((await fetch(at(catches, theirs.url))).status).toBe(200);
    expect(await stored(catches, theirs.url)).toHaveLength(4);
  });

  it('is one of the owner: 403 for others, 404 where there is none', async () => {
    const { id: photoId } = await added(await picture());
    expect(await catches.call('DELETE', `/v1/catches/${id}/photos/${photoId}`, undefined, reviewer)).toMatchObject({
      status: 403,
    });
    expect(await catches.call('DELETE', `/v1/catches/${id}/photos/pho_nothing`)).toMatchObject({
      status: 404,
      body: { code: 'photo.not_found' },
    });
    expect(await catches.call('DELETE', `/v1/catches/catch_nothing/photos/${photoId}`)).toMatchObject({
      status: 404,
      body: { code: 'catch.not_found' },
    });
    expect(await catches.call('GET', `/v1/catches/catch_nothing/photos/${photoId}`)).toMatchObject({
      status: 404,
      body: { code: 'catch.not_found' },
    });
  });

  it('is held against If-Match', async () => {
    const path = `/v1/catches/${id}/photos/${(await added(await picture())).id}`;
    const tag = (await catches.call('GET', path)).headers.get('etag') ?? '';
    const removed = (ifMatch: string) => catches.call('DELETE', path, undefined, undefined, { 'if-match': ifMatch });
    for (const stale of ['"stale"', `W/${tag}`])
      expect(await removed(stale)).toMatchObject({ status: 412, body: { code: 'request.precondition_failed' } });
    expect((await removed(`"other", ${tag}`)).status).toBe(204);
    expect((await removed('*')).status).toBe(404);
  });

  it('goes with its catch', async () => {
    const { id: photoId, url } = await added(await picture({ colour: '#654321' }));
    await catches.call('DELETE', `/v1/catches/${id}`);
    expect((await fetch(at(catches, url))).status).toBe(404);
    expect(await catches.call('GET', `/v1/catches/${id}/photos/${photoId}`)).toMatchObject({
      status: 404,
      body: { code: 'photo.not_found' },
    });
    expect(await catches.call('DELETE', `/v1/catches/${id}/photos/${photoId}`)).toMatchObject({
      status: 404,
      body: { code: 'photo.not_found' },
    });
    await swept(catches);
    expect(await stored(catches, url)).toEqual([]);
  });

  it('goes from every place when its angler is erased', async () => {
    const angler = await catches.call<{ id: string }>('POST', '/v1/anglers', { name: 'Ann' });
    id = await catches.logged({ angler_id: angler.body.id });
    const { url } = await added(await picture({ colour: '#abcdef' }));
    expect((await catches.call('DELETE', `/v1/anglers/${angler.body.id}`)).status).toBe(204);
    expect((await view()).photos).toEqual([]);
    expect((await fetch(at(catches, url))).status).toBe(404);
    await eventually(async () => {
      const { rows } = await catches.pool.query<{ left: number }>(
        `SELECT count(*)::int AS left FROM events
          WHERE stream_id = $1 AND type = 'CatchPhotoAdded' AND personal IS NOT NULL`,
        [id],
      );
      expect(rows[0]?.left).toBe(0);
    });
    await swept(catches);
    expect(await stored(catches, url)).toEqual([]);
    expect((await view()).photos).toEqual([]);
  });
});

describe('a verification by photo', () => {
  const ask = (photos: readonly string[]) =>
    catches.call<{ id: string }>('POST', `/v1/catches/${id}/verifications`, { tier: 'photo', evidence: { photos } });

  it('takes a photo of this catch, and no other', async () => {
    const elsewhere = await added(await picture(), await catches.logged());
    expect(await ask([elsewhere.id])).toMatchObject({ status: 422, body: { code: 'verification.evidence_missing' } });
    const here = await added(await picture());
    expect((await ask([here.id])).status).toBe(201);
  });

  it('is closed as edited when its photo goes before a reviewer saw it', async () => {
    const { id: photoId } = await added(await picture());
    const asked = await ask([photoId]);
    await catches.call('DELETE', `/v1/catches/${id}/photos/${photoId}`);
    expect((await catches.call('GET', `/v1/verifications/${asked.body.id}`)).body).toMatchObject({
      status: 'rejected',
      reason: 'edited',
      decided_by: null,
    });
  });

  it('keeps the tier that it gave when its photo goes', async () => {
    const { id: photoId } = await added(await picture());
    const asked = await ask([photoId]);
    await catches.call('POST', `/v1/verifications/${asked.body.id}/approve`, { reason: 'seen' }, reviewer);
    await catches.call('DELETE', `/v1/catches/${id}/photos/${photoId}`);
    expect(await view()).toMatchObject({ verification_tier: 'photo', photos: [] });
  });
});

describe('a list of catches', () => {
  it('can be of those with a photo, without one, or both', async () => {
    await added(await picture());
    const of = async (query: string) => {
      const { body } = await catches.call<{ data: CatchView[]; total: number }>(
        'GET',
        `/v1/catches?per_page=100${query}`,
      );
      expect(body.total).toBe(body.data.length);
      return body;
    };
    const [all, withPhoto, without, both] = [
      await of(''),
      await of('&has_photo=true'),
      await of('&has_photo=false'),
      await of('&has_photo=true&has_photo=false'),
    ];
    expect(withPhoto.data.every(({ photos }) => photos.length > 0)).toBe(true);
    expect(without.data.every(({ photos }) => photos.length === 0)).toBe(true);
    expect(withPhoto.data.map((one) => one.id)).toContain(id);
    expect([withPhoto.total + without.total, both.total]).toEqual([all.total, all.total]);
    expect(await catches.call('GET', '/v1/catches?has_photo=maybe')).toMatchObject({ status: 400 });
  });
});

describe('a rebuild', () => {
  it('keeps the photos', async () => {
    await added(await picture());
    const before = await view();
    await catches.pool.query('UPDATE catches SET photos = NULL');
    await new RebuildCatches(catches.pool, () => undefined).run();
    expect(await view()).toEqual(before);
  });
});
