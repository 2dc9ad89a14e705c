import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { identityHeaders } from '@cds/testing/identity';
import { eventually, SmallDisk } from '@cds/testing';
import type { ExportView } from '../src/exports/export-view.js';
import { CatchHarness, owner } from './catch.harness.js';
import { form, picture, swept, upload } from './photo.builders.js';

const MEGABYTE = 1_048_576;
const disk = SmallDisk.mount(2 * MEGABYTE);
const describeHere = disk ? describe : describe.skip;

let catches: CatchHarness;
beforeAll(async () => {
  if (disk) catches = await CatchHarness.start({ storage: disk.folder });
});
afterEach(() => disk?.empty());
afterAll(async () => {
  await catches?.stop();
  disk?.unmount();
});

const filesIn = async (folder: string): Promise<string[]> => {
  const entries = await readdir(join(catches.storage, folder), { recursive: true, withFileTypes: true }).catch(
    () => [],
  );
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
};

const STORAGE_FULL = { status: 503, body: expect.objectContaining({ code: 'storage.unavailable', status: 503 }) };

describeHere('on a disk that is full (skipped where tests may not mount one)', () => {
  it.each([
    ['from the first byte', () => disk?.fill(), '{"species":"walleye","weight_lbs":1}\n'],
    [
      'half-way',
      () => undefined,
      `{"species":"walleye","weight_lbs":1,"notes":"${'n'.repeat(4_000)}"}\n`.repeat(1_000),
    ],
  ])('an import that finds no room %s is refused, and nothing of it is kept', async (_when, prepare, file) => {
    await prepare();
    const refused = await catches.imported(file);
    expect(refused).toMatchObject(STORAGE_FULL);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect([await filesIn('imports'), await filesIn('.partial')]).toEqual([[], []]);
    expect(await catches.count('imports')).toBe(0);
  });

  it('an import is taken again once there is room', async () => {
    expect(await catches.importEnded('{"species":"walleye","weight_lbs":1,"notes":"there is room"}\n')).toMatchObject({
      status: 'completed',
      accepted: 1,
    });
  });

  it('an export waits with the reason, and goes on when there is room', async () => {
    for (const notes of ['a', 'b', 'c']) await catches.logged({ notes });
    await disk?.fill();
    const { body: asked } = await catches.call<ExportView>('POST', '/v1/catches/export', { format: 'ndjson' });
    const read = async () => (await catches.call<ExportView>('GET', `/v1/exports/${asked.id}`)).body;
    await eventually(
      async () =>
        expect(await read()).toMatchObject({ status: 'running', error: 'The file storage cannot be used right now.' }),
      { timeoutMs: 60_000 },
    );
    expect(await filesIn('.partial')).toEqual([]);
    await disk?.empty();
    const done = await catches.ended<ExportView>(`/v1/exports/${asked.id}`);
    expect(done).toMatchObject({ status: 'completed', error: null, rows: await catches.count('catches') });
    const file = await (
      await fetch(`${catches.url}/v1/exports/${asked.id}/download`, { headers: identityHeaders('catch', owner) })
    ).text();
    expect(file.trimEnd().split('\n')).toHaveLength(done.rows);
  }, 120_000);

  it('a photo is refused, the catch is as it was, and the same photo is taken once there is room', async () => {
    const id = await catches.logged();
    const photo = await picture();
    await disk?.fill();
    const refused = await upload(catches, id, form(photo));
    expect(refused).toMatchObject(STORAGE_FULL);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await catches.call('GET', `/v1/catches/${id}`)).body).toMatchObject({ photos: [], version: 1 });
    expect([await filesIn('photos'), await filesIn('.partial')]).toEqual([[], []]);
    await swept(catches);
    expect(await catches.count('photo_leftovers')).toBe(0);
    await disk?.empty();
    expect((await upload(catches, id, form(photo))).status).toBe(201);
  });
});
