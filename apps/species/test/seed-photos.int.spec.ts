import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { RelayNotifier } from '@cds/event-store';
import { loadConfig } from '@cds/service-kit';
import { storageUrl } from '@cds/storage';
import { createPool } from '@cds/postgres';
import { type TestDatabase, testDatabase } from '@cds/testing';
import type pg from 'pg';
import sharp from 'sharp';
import { Agent } from 'undici';
import { readCatalogue } from '../src/catalogue/seed-catalogue/read-catalogue.js';
import { seedCatalogue } from '../src/catalogue/seed-catalogue/seed-catalogue.handler.js';
import { SpeciesLog } from '../src/catalogue/species-log.js';
import { descriptionOf } from '../src/catalogue/species.projection.js';
import { type SeedPhotosConfig, settings } from '../src/config.js';
import { removePhoto } from '../src/photos/remove-photo/remove-photo.js';
import { seedPhotosCommand } from '../src/photos/seed-photos/seed-photos-command.js';
import { catalogueCsv, catalogueCsvRow } from './species.builders.js';

const HOST = 'https://pictures.example';
const NAMES = ['Aa one', 'Aa two', 'Aa three', 'Aa four', 'Aa five', 'Aa six', 'Aa seven'];
const PATHS = ['/fish.jpg', '/moved.jpg', '/huge.jpg', '/gone.jpg', '/text.jpg', '/plain.jpg', '/none.jpg'];

let database: TestDatabase;
let pool: pg.Pool;
let folder: string;
let server: Server;
let picture: Buffer;
const asked: string[] = [];
/** What is asked for by https goes to the server of the test, whose answers it gets without TLS. */
let network: Agent;

beforeAll(async () => {
  database = await testDatabase('species');
  pool = createPool(database.url, { applicationName: 'test', max: 1 });
  folder = await mkdtemp(join(tmpdir(), 'species-photos-'));
  picture = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#336699' } })
    .withExif({ IFD0: { Copyright: 'secret place' } })
    .jpeg()
    .toBuffer();
  server = createServer((request, response) => {
    asked.push(`${request.headers.host}${request.url}`);
    if (request.url === '/fish.jpg') response.end(picture);
    else if (request.url === '/moved.jpg') response.writeHead(302, { location: '/fish.jpg' }).end();
    else if (request.url === '/plain.jpg') response.writeHead(302, { location: 'http://pictures.example/x' }).end();
    else if (request.url === '/huge.jpg') response.end(Buffer.alloc(16 * 1_048_576));
    else if (request.url === '/text.jpg') response.end('no picture at all');
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  network = new Agent({
    connect: (_options, ready) => {
      const socket = connect(port, '127.0.0.1', () => ready(null, socket));
    },
  });
});
afterAll(async () => {
  await network.close();
  server.closeAllConnections();
  server.close();
  await pool.end();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

const config = (): SeedPhotosConfig => ({
  database: { url: database.url },
  storage: { location: storageUrl.parse(pathToFileURL(folder).href) },
  photos: loadConfig({ photos: settings.photos }, {}).photos,
});

const run = async (dispatcher = network): Promise<{ lines: string[]; summary: string }> => {
  const rows = NAMES.map((name, at) =>
    catalogueCsvRow({
      scientific_name: name,
      common_name: name.replace('Aa', 'Fish'),
      other_common_names: '',
      photo_url: `${at === 6 ? 'http://pictures.example' : HOST}${PATHS[at] ?? ''}`,
      photo_source_page: `${HOST}/page/${at}`,
      photo_license: 'CC-BY-4.0',
      photo_author: 'A. Author',
    }),
  );
  const unlicensed = catalogueCsvRow({
    scientific_name: 'Aa eight',
    common_name: 'Fish eight',
    other_common_names: '',
    photo_url: `${HOST}/secret.jpg`,
    photo_license: '',
  });
  const csv = catalogueCsv(...rows, unlicensed);
  const file = join(folder, 'species.csv');
  await writeFile(file, csv);
  await seedCatalogue(pool, readCatalogue(csv), new Date());
  const lines: string[] = [];
  const summary = await seedPhotosCommand({
    file,
    config: config(),
    dispatcher,
    write: (line) => void lines.push(line),
  });
  return { lines, summary };
};

const photosOf = async (name: string): Promise<{ id: string; digest: string }[]> => {
  const { rows } = await pool.query<{ photos: { id: string; digest: string }[] }>(
    'SELECT photos FROM species WHERE scientific_name = $1',
    [name],
  );
  return rows[0]?.photos ?? [];
};

describe('the photos of the catalogue', () => {
  it('are fetched by https alone, resized and shown with their licence; what fails is named and skipped', async () => {
    const { lines, summary } = await run();
    expect(summary).toBe('species: 2 photos added, 0 known, 5 failed');
    expect(lines).toEqual([
      '1 of 7: Aa one added',
      '2 of 7: Aa two added',
      '3 of 7: Aa three failed: it is larger than 15728640 bytes',
      '4 of 7: Aa four failed: the answer is 404',
      expect.stringMatching(/^5 of 7: Aa five failed: /),
      '6 of 7: Aa six failed: http://pictures.example/x is not an https address',
      '7 of 7: Aa seven failed: http://pictures.example/none.jpg is not an https address',
    ]);
    expect(asked.filter((address) => /secret|none/.test(address))).toEqual([]);
    expect(await photosOf('Aa one')).toMatchObject([
      {
        kind: 'photo',
        license: 'CC-BY-4.0',
        attribution: 'A. Author',
        sourceUrl: `${HOST}/page/0`,
        width: 300,
        height: 200,
      },
    ]);
    const [photo] = await photosOf('Aa one');
    const digest = photo?.digest ?? '';
    const made = await sharp(join(folder, 'species-photos', digest.slice(0, 2), `${digest}-full`)).metadata();
    expect({ width: made.width, exif: made.exif }).toEqual({ width: 300, exif: undefined });
  });

  it('are not fetched again, and stay away where a curator removed them', async () => {
    const [removed] = await photosOf('Aa two');
    const log = new SpeciesLog(pool, { wake: () => undefined } as unknown as RelayNotifier);
    await log.transaction(async (tx) => {
      const row = await log.lock(tx, 'fish-two');
      const context = { occurredAt: new Date(), actor: null, requestId: null, traceparent: null };
      await log.append(tx, row, [removePhoto(removed?.id ?? '', descriptionOf(row))], context);
    });
    asked.length = 0;
    const { summary } = await run();
    expect(summary).toBe('species: 0 photos added, 2 known, 5 failed');
    expect(asked.filter((address) => address.endsWith('/fish.jpg'))).toEqual([]);
    expect(await photosOf('Aa one')).toHaveLength(1);
    expect(await photosOf('Aa two')).toEqual([]);
  });

  it('go to their species under whatever scientific name a person gave it', async () => {
    const csv = catalogueCsv(catalogueCsvRow(fetched('Cc one')));
    await seedCatalogue(pool, readCatalogue(csv), new Date());
    await pool.query(`UPDATE species SET scientific_name = 'Cc other' WHERE scientific_name = 'Cc one'`);
    const file = join(folder, 'renamed.csv');
    await writeFile(file, csv);
    expect(await seedPhotosCommand({ file, config: config(), dispatcher: network, write: () => undefined })).toBe(
      'species: 1 photos added, 0 known, 0 failed',
    );
    expect(await photosOf('Cc other')).toHaveLength(1);
  });

  it('are given up when nobody answers', async () => {
    const away = new Agent({ connect: (_options, ready) => ready(new Error('no route'), null) });
    const names = Array.from({ length: 6 }, (_, at) => `Bb ${'abcdef'.charAt(at)}`);
    const csv = catalogueCsv(...names.map((name) => catalogueCsvRow(fetched(name))));
    await seedCatalogue(pool, readCatalogue(csv), new Date());
    const file = join(folder, 'away.csv');
    await writeFile(file, csv);
    await expect(
      seedPhotosCommand({ file, config: config(), dispatcher: away, write: () => undefined }),
    ).rejects.toThrow('Nobody answers');
    await away.close();
  });
});

const fetched = (name: string) => ({
  scientific_name: name,
  common_name: name.replace('Bb', 'Trout'),
  other_common_names: '',
  photo_url: `${HOST}/fish.jpg`,
  photo_source_page: `${HOST}/page/${name}`,
  photo_license: 'CC0-1.0',
});
