import { createPool } from '@cds/postgres';
import { PhotoSweeper } from '@cds/photos';
import { type TestDatabase, testDatabase } from '@cds/testing';
import { identityHeaders } from '@cds/testing/identity';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type pg from 'pg';
import sharp from 'sharp';
import { seedCatalogue } from '../src/catalogue/seed-catalogue/seed-catalogue.handler.js';
import type { SpeciesView } from '../src/catalogue/species-view.js';
import type { SpeciesPhotoView } from '../src/catalogue/species-photo-view.js';
import { speciesFacts } from './species.builders.js';
import { type SpeciesHarness, startSpecies } from './species.harness.js';

interface Page {
  data: SpeciesPhotoView[];
  total: number;
}

let database: TestDatabase;
let species: SpeciesHarness;
let pool: pg.Pool;

beforeAll(async () => {
  database = await testDatabase('species');
  pool = createPool(database.url, { applicationName: 'test', max: 1 });
  const perch = speciesFacts({ commonName: 'Yellow Perch', scientificName: 'Perca flavescens', commonNames: [] });
  const others = [...'abcdefghijklmnop'].map((letter) =>
    speciesFacts({ commonName: `Perch ${letter}`, scientificName: `Perca ${letter.repeat(5)}`, commonNames: [] }),
  );
  await seedCatalogue(pool, [speciesFacts(), perch, ...others], new Date('2026-03-01T08:00:00.000Z'));
  species = await startSpecies(database.url);
});
afterAll(async () => {
  await species.stop();
  await pool.end();
  await database.drop();
});

const picture = (colour = '#336699'): Promise<Buffer> =>
  sharp({ create: { width: 800, height: 600, channels: 3, background: colour } })
    .withExif({ IFD0: { Copyright: 'secret place' } })
    .jpeg()
    .toBuffer();

const form = async (fields: Record<string, string>, file?: Buffer): Promise<FormData> => {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  if (file) body.append('file', new Blob([new Uint8Array(file)]), 'fish.jpg');
  return body;
};

const send = async <T>(method: string, path: string, body?: FormData, headers: Record<string, string> = {}) => {
  const answer = await fetch(new URL(path, species.url), {
    method,
    headers: { ...identityHeaders('species'), ...headers },
    ...(body && { body }),
  });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, body: (text === '' ? null : JSON.parse(text)) as T };
};

const pathOf = (url: string): string => new URL(url).pathname;
const showOf = (url: string, headers: Record<string, string> = {}) =>
  fetch(new URL(pathOf(url), species.url), { headers });
const LICENSED = { license: 'CC-BY-4.0', attribution: 'A. Angler', source_url: 'https://pictures.example/1' };

describe('the drawing of a species', () => {
  it('is shown to anybody, in four sizes, for a year', async () => {
    const { body } = await species.get<SpeciesView>('/v1/species/yellow-perch');
    const [drawing, ...others] = body.photos;
    expect(others).toEqual([]);
    if (!drawing) throw new Error('the species has no drawing');
    expect(drawing).toMatchObject({ kind: 'illustration', license: 'CC0-1.0', attribution: null, source_url: null });
    for (const { url, width, height } of [drawing, ...Object.values(drawing.variants)]) {
      const answer = await showOf(url);
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-type')).toBe('image/webp');
      expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      const file = await answer.arrayBuffer();
      const { width: drawnWidth, height: drawnHeight, format } = await sharp(file).metadata();
      expect({ format, width: drawnWidth, height: drawnHeight }).toEqual({ format: 'webp', width, height });
      const head = await fetch(new URL(pathOf(url), species.url), { method: 'HEAD' });
      expect([head.status, head.headers.get('content-length')]).toEqual([200, String(file.byteLength)]);
      const tag = answer.headers.get('etag') ?? '';
      expect((await showOf(url, { 'if-none-match': tag })).status).toBe(304);
    }
  });

  it('is made when its turn comes, however many are asked for at once', async () => {
    const { body } = await species.get<{ data: SpeciesView[] }>('/v1/species?per_page=16');
    const urls = body.data.map(({ photos }) => photos[0]?.variants.thumb.url ?? '');
    const answers = await Promise.all([...urls, ...urls].map((url) => showOf(url)));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 32 }, () => 200));
    const pictures = await Promise.all(answers.map(async (answer) => Buffer.from(await answer.arrayBuffer())));
    expect(new Set(pictures.map((picture) => picture.toString('base64'))).size).toBe(16);
  });

  it('of old is answered by the one of today, for minutes', async () => {
    const { body } = await species.get<SpeciesView>('/v1/species/yellow-perch');
    const old = body.photos[0]?.variants.thumb.url.replace(/drawn-[0-9a-f]+/, 'drawn-0123') ?? '';
    const answer = await showOf(old);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('public, max-age=300');
  });

  it.each(['no-such', '%2e%2e%2f', 'a'.repeat(64)])('has no picture %j', async (digest) => {
    const { body } = await species.get<SpeciesView>('/v1/species/yellow-perch');
    const answer = await showOf(`http://x/v1/species/${body.id}/pictures/${digest}/large.webp`);
    expect(answer.status).toBe(404);
  });

  it('cannot be removed', async () => {
    const { body } = await species.get<Page>('/v1/species/yellow-perch/photos');
    const answer = await send('DELETE', `/v1/species/yellow-perch/photos/${body.data[0]?.id}`);
    expect(answer.status).toBe(404);
  });
});

/** A drawing is no photo. */
const slugsWithPhoto = async (): Promise<string[]> => {
  const { body } = await species.get<{ data: { slug: string }[] }>('/v1/species?has_photo=true&per_page=100');
  return body.data.map(({ slug }) => slug);
};

describe('a photo of a species', () => {
  it('is uploaded with its licence, shown before the drawing, and removed with its files', async () => {
    const added = await send<SpeciesPhotoView>(
      'POST',
      '/v1/species/largemouth-bass/photos',
      await form(LICENSED, await picture()),
    );
    expect(added.status).toBe(201);
    expect(added.body).toMatchObject({ ...LICENSED, kind: 'photo', width: 800, height: 600 });
    const { body } = await species.get<SpeciesView>('/v1/species/largemouth-bass');
    expect(body.photos.map(({ kind }) => kind)).toEqual(['photo', 'illustration']);
    expect(body.photos[0]).toEqual(added.body);
    expect(await slugsWithPhoto()).toContain('largemouth-bass');
    expect(added.headers.get('location')).toBe(`/v1/species/${body.id}/photos/${added.body.id}`);

    const shown = await showOf(added.body.url);
    const { exif, width } = await sharp(await shown.arrayBuffer()).metadata();
    expect({ status: shown.status, exif, width }).toEqual({ status: 200, exif: undefined, width: 800 });

    const place = `/v1/species/largemouth-bass/photos/${added.body.id}`;
    const read = await species.get<SpeciesPhotoView>(place);
    expect(read.body).toEqual(added.body);
    expect((await send('DELETE', place, undefined, { 'if-match': '"old"' })).status).toBe(412);
    const tag = read.headers.get('etag') ?? '';
    expect((await send('DELETE', place, undefined, { 'if-match': tag })).status).toBe(204);
    expect((await showOf(added.body.url)).status).toBe(404);
    expect(await slugsWithPhoto()).not.toContain('largemouth-bass');
    await pool.query(`UPDATE photo_leftovers SET since = now() - interval '2 hours'`);
    expect(await species.app.get(PhotoSweeper).sweep()).toBe(1);
  });

  it('is listed by pages', async () => {
    for (const colour of ['#112233', '#445566'])
      await send(
        'POST',
        '/v1/species/largemouth-bass/photos',
        await form({ license: 'CC0-1.0' }, await picture(colour)),
      );
    const first = await species.get<Page & { next_cursor: string }>('/v1/species/largemouth-bass/photos?per_page=2');
    expect(first.body).toMatchObject({ total: 3, has_more: true });
    const second = await species.get<Page>(
      `/v1/species/largemouth-bass/photos?per_page=2&cursor=${first.body.next_cursor}`,
    );
    expect([...first.body.data, ...second.body.data].map(({ kind }) => kind)).toEqual([
      'photo',
      'photo',
      'illustration',
    ]);
    const narrow = await species.get<Page>('/v1/species/largemouth-bass/photos?fields=id,kind');
    expect(narrow.body.data.map((one) => Object.keys(one))).toEqual(Array(3).fill(['id', 'kind']));
  });

  it('is refused for everything that is wrong with it at once', async () => {
    const body = await form({ attribution: '', source_url: 'ftp://x', camera: 'old' });
    const { status, body: problem } = await send<{ errors: { pointer: string }[] }>(
      'POST',
      '/v1/species/largemouth-bass/photos',
      body,
    );
    expect(status).toBe(400);
    expect(problem.errors.map(({ pointer }) => pointer).sort()).toEqual(
      ['/attribution', '/camera', '/file', '/license', '/source_url'].sort(),
    );
  });

  it('is refused where it is no picture, and for a species that there is not', async () => {
    const text = await form({ license: 'CC0-1.0' }, Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'));
    expect((await send('POST', '/v1/species/largemouth-bass/photos', text)).status).toBe(415);
    const good = await form({ license: 'CC0-1.0' }, await picture());
    expect((await send('POST', '/v1/species/unicorn-fish/photos', good)).status).toBe(404);
  });

  it('is answered again under its key, and not added twice', async () => {
    const key = { 'idempotency-key': 'photo-1' };
    const upload = async () =>
      send<SpeciesPhotoView>(
        'POST',
        '/v1/species/yellow-perch/photos',
        await form({ license: 'CC0-1.0' }, await picture('#abcdef')),
        key,
      );
    const [first, again] = [await upload(), await upload()];
    expect(again.body).toEqual(first.body);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    const { body } = await species.get<Page>('/v1/species/yellow-perch/photos');
    expect(body.total).toBe(2);
  });
});
