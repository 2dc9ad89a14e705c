import { backfillTopic, deadLetterTopic, TOPICS } from '@cds/contracts';
import { PUBLISHED_EVENTS } from '@cds/contracts/events';
import type { PublicCatch } from '@cds/contracts/events';
import { type CloudEvent, createKafka, EventPublisher } from '@cds/kafka';
import { createPool } from '@cds/postgres';
import {
  createTopics,
  eventually,
  type KafkaServer,
  readTopic,
  startKafka,
  type TestDatabase,
  testDatabase,
} from '@cds/testing';
import type pg from 'pg';
import { seedCatalogue } from '../src/catalogue/seed-catalogue/seed-catalogue.handler.js';
import type { SpeciesView } from '../src/catalogue/species-view.js';
import type { RecordView } from '../src/records/record-view.js';
import {
  anglerErased,
  catchDeleted,
  catchLogged,
  publicCatch,
  verificationApproved,
  verificationRevoked,
} from './catch.builders.js';
import { speciesFacts } from './species.builders.js';
import { type SpeciesHarness, startSpecies } from './species.harness.js';

const PATIENCE = { timeoutMs: 30_000 };
const LETTERS = deadLetterTopic(TOPICS.catchEvents, 'species');
const silent = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };

let database: TestDatabase;
let kafka: KafkaServer;
let pool: pg.Pool;
let publisher: EventPublisher;
let service: SpeciesHarness;
let bass: string;

beforeAll(async () => {
  [database, kafka] = await Promise.all([testDatabase('species'), startKafka()]);
  const backfill = backfillTopic(TOPICS.catchEvents, 'species');
  const topics = [TOPICS.catchEvents, TOPICS.speciesCatalog, TOPICS.speciesEvents, LETTERS, backfill];
  await createTopics(
    kafka.brokers,
    topics.map((topic) => ({ topic, partitions: topic === LETTERS ? 1 : 3 })),
  );
  pool = createPool(database.url, { applicationName: 'test' });
  const known = [
    speciesFacts(),
    speciesFacts({ commonName: 'Walleye', scientificName: 'Sander vitreus' }),
    speciesFacts({ commonName: 'Burbot', scientificName: 'Lota lota', worldRecord: null }),
  ];
  await seedCatalogue(pool, known, new Date('2026-01-01T00:00:00Z'));
  service = await startSpecies(database.url, kafka.brokers);
  bass = (await read('largemouth-bass')).id;
  publisher = new EventPublisher(createKafka({ brokers: kafka.brokers, clientId: 'tests', logger: silent }), silent);
});
afterAll(async () => {
  await service.stop();
  await Promise.all([publisher.close(), pool.end()]);
  await Promise.all([kafka.stop(), database.drop()]);
});

const read = async (idOrSlug: string): Promise<SpeciesView> =>
  (await service.get<SpeciesView>(`/v1/species/${idOrSlug}`)).body;
const publish = (...events: CloudEvent[]): Promise<void> => publisher.publish(TOPICS.catchEvents, events);
const ofBass = (overrides: Partial<PublicCatch>): PublicCatch => publicCatch({ species_id: bass, ...overrides });
const witnessed = (overrides: Partial<PublicCatch>): PublicCatch =>
  ofBass({ version: 2, verification_tier: 'witnessed', ...overrides });
const texas = { name: null, latitude: null, longitude: null, region: 'US-TX', country: 'US', obscured: true };

const countOf = async (id: string): Promise<number> => {
  const { rows } = await pool.query<{ catches: number }>(
    'SELECT catches::int FROM species_catch_counts WHERE species_id = $1',
    [id],
  );
  return rows[0]?.catches ?? 0;
};

const untilHolder = (catchId: string | null): Promise<SpeciesView> =>
  eventually(async () => {
    const view = await read(bass);
    expect(view.records.service?.catch_id ?? null).toBe(catchId);
    return view;
  }, PATIENCE);

const broken = async (): Promise<{ record: { catch_id: string }; previous: { record: unknown } }[]> =>
  (await readTopic(kafka.brokers, TOPICS.speciesEvents)).map(({ value }) =>
    PUBLISHED_EVENTS.SpeciesRecordBrokenV1.schema.parse(JSON.parse(String(value))),
  );

const newestOnCatalogue = async (id: string): Promise<unknown> => {
  const ofSpecies = (await readTopic(kafka.brokers, TOPICS.speciesCatalog)).filter(({ key }) => String(key) === id);
  const newest = ofSpecies.at(-1)?.value;
  return newest ? PUBLISHED_EVENTS.SpeciesChangedV1.schema.parse(JSON.parse(String(newest))) : newest;
};

describe('the catches of a species on Kafka', () => {
  it('are counted once each, and hold no record before they are witnessed', async () => {
    const first = catchLogged(ofBass({ id: 'catch_a', weight_lbs: 8 }));
    await publish(first, first, catchLogged(ofBass({ id: 'catch_b', weight_lbs: 6 })));
    await eventually(async () => expect(await countOf(bass)).toBe(2), PATIENCE);
    expect((await read(bass)).records.service).toBeNull();
  });

  it('hold the record when they are, which the first of them breaks', async () => {
    await publish(verificationApproved(witnessed({ id: 'catch_b', weight_lbs: 6, location: texas })));
    const { records } = await untilHolder('catch_b');
    expect(records.service).toEqual({
      catch_id: 'catch_b',
      weight_lbs: 6,
      caught_at: '2026-05-01T06:00:00.000Z',
      region: 'US-TX',
      country: 'US',
      verification_tier: 'witnessed',
      angler: { id: 'ang_a', name: 'Ann' },
    });
    await eventually(async () => expect(await broken()).toHaveLength(1), PATIENCE);
    const [first] = await broken();
    expect(first).toMatchObject({
      species: { id: bass, common_name: 'Largemouth Bass' },
      record: { catch_id: 'catch_b', region: 'US-TX', angler: { id: 'ang_a', name: 'Ann' } },
      previous: { record: null },
    });
  });

  it('take it from each other, and the catalogue says who has it, without a name', async () => {
    const approved = verificationApproved(
      witnessed({ id: 'catch_a', weight_lbs: 8, angler: { id: 'ang_b', name: 'Bo' } }),
    );
    await publish(approved, approved);
    await untilHolder('catch_a');
    await eventually(async () => expect(await broken()).toHaveLength(2), PATIENCE);
    expect((await broken())[1]).toMatchObject({
      record: { catch_id: 'catch_a', angler: { name: 'Bo' } },
      previous: { record: { catch_id: 'catch_b', angler: { name: 'Ann' } } },
    });
    await eventually(
      async () =>
        expect(await newestOnCatalogue(bass)).toMatchObject({
          records: { service: { catch_id: 'catch_a', angler: { id: 'ang_b' } } },
        }),
      PATIENCE,
    );
    expect(JSON.stringify(await newestOnCatalogue(bass))).not.toContain('Bo');
  });

  it('are in the list of records, by region and with former holders', async () => {
    const list = async (query: string) =>
      (await service.get<{ data: RecordView[]; total: number }>(`/v1/species/${bass}/records?${query}`)).body;
    const all = await list('kind=service');
    expect(all.data.map(({ catch_id, region, current }) => [catch_id, region, current])).toEqual(
      expect.arrayContaining([
        ['catch_a', null, true],
        ['catch_b', null, false],
        ['catch_b', 'US-TX', true],
      ]),
    );
    expect(all.total).toBe(3);
    expect((await list('region=US-TX')).data).toMatchObject([{ catch_id: 'catch_b', angler: { name: 'Ann' } }]);
    expect((await list('kind=world')).data).toMatchObject([
      { current: true, angler: { id: null, name: 'George Perry' } },
    ]);
    expect((await list('current=true&units=metric')).data).toHaveLength(3);
  });

  it('fall back to the next when one is revoked, of which no event tells', async () => {
    await publish(verificationRevoked(ofBass({ id: 'catch_a', weight_lbs: 8, version: 3 })));
    await untilHolder('catch_b');
    await publish(verificationApproved(witnessed({ id: 'catch_b', weight_lbs: 6, version: 1 })));
    await publish(catchLogged(ofBass({ id: 'catch_c', weight_lbs: 1 })));
    await eventually(async () => expect(await countOf(bass)).toBe(3), PATIENCE);
    expect(await broken()).toHaveLength(2);
  });

  it('lose their anglers’ names when these are erased', async () => {
    await publish(anglerErased('ang_a'));
    await eventually(
      async () => expect((await read(bass)).records.service?.angler).toEqual({ id: 'ang_a', name: 'erased angler' }),
      PATIENCE,
    );
  });

  it('leave the record to nobody when the last is deleted', async () => {
    await publish(
      catchDeleted(ofBass({ id: 'catch_b', version: 3 })),
      catchDeleted(ofBass({ id: 'catch_a', version: 4 })),
      catchDeleted(ofBass({ id: 'catch_c', version: 2 })),
    );
    await untilHolder(null);
    await eventually(async () => expect(await countOf(bass)).toBe(0), PATIENCE);
  });

  it('go to the dead letters when they cannot be read, and stop nobody', async () => {
    await publisher.send(TOPICS.catchEvents, [
      {
        key: 'catch_poison',
        value: '{"id":"catch_poison"}',
        headers: {
          ce_specversion: '1.0',
          ce_id: 'evt_poison',
          ce_type: 'CatchLoggedV1',
          ce_source: '/catch',
          ce_subject: 'catch_poison',
          ce_time: '2026-05-01T06:00:00.000Z',
        },
      },
    ]);
    await eventually(async () => expect(await readTopic(kafka.brokers, LETTERS)).toHaveLength(1), PATIENCE);
    await publish(catchLogged(ofBass({ id: 'catch_poison', weight_lbs: 2 })));
    await eventually(async () => expect(await countOf(bass)).toBe(1), PATIENCE);
  });
});

describe('a species with a record of this service alone', () => {
  it('has none in the list, where the record is that of the world', async () => {
    const { id } = await read('burbot');
    await publish(verificationApproved(witnessed({ id: 'catch_burbot', species_id: id })));
    await eventually(async () => expect((await read(id)).records.service).not.toBeNull(), PATIENCE);
    const listed = async (query: string): Promise<string[]> =>
      (await service.get<{ data: SpeciesView[] }>(`/v1/species?${query}`)).body.data.map((one) => one.slug);
    expect(await listed('has_record=true')).toEqual(['largemouth-bass', 'walleye']);
    expect(await listed('has_record=false')).toEqual(['burbot']);
  });
});

describe('a species with catches', () => {
  it('cannot be deleted', async () => {
    expect(await service.send('DELETE', `/v1/species/${bass}`)).toMatchObject({
      status: 409,
      body: { code: 'species.has_catches' },
    });
  });

  it('comes back when one was logged while it was being deleted', async () => {
    const { id } = await read('walleye');
    expect((await service.send('DELETE', `/v1/species/${id}`)).status).toBe(204);
    expect(await service.get(`/v1/species/${id}`)).toMatchObject({ status: 410, body: { code: 'species.deleted' } });
    await eventually(async () => expect(await newestOnCatalogue(id)).toBeNull(), PATIENCE);
    await publish(verificationApproved(witnessed({ id: 'catch_w', species_id: id, version: 1 })));
    await eventually(
      async () =>
        expect(await service.get(`/v1/species/${id}`)).toMatchObject({ status: 200, body: { slug: 'walleye' } }),
      PATIENCE,
    );
    expect((await read(id)).records.service?.catch_id).toBe('catch_w');
    await eventually(async () => expect(await newestOnCatalogue(id)).toMatchObject({ id }), PATIENCE);
    expect(await countOf(id)).toBe(1);
  });
});
