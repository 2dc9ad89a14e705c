import { TOPICS } from '@cds/contracts';
import type { PublicCatch } from '@cds/contracts/events';
import { type CloudEvent, createKafka, EventPublisher } from '@cds/kafka';
import { createPool } from '@cds/postgres';
import { newId } from '@cds/service-kit';
import {
  beginAtTheEnd,
  createTopics,
  eventually,
  readTopic,
  type TestDatabase,
  testDatabase,
  testKafka,
} from '@cds/testing';
import { identityHeaders, testCaller } from '@cds/testing/identity';
import type pg from 'pg';
import { seedCatalogue } from '../src/catalogue/seed-catalogue/seed-catalogue.handler.js';
import type { SpeciesPhotoView } from '../src/catalogue/species-photo-view.js';
import type { SpeciesView } from '../src/catalogue/species-view.js';
import {
  anglerErased,
  catchDeleted,
  catchEdited,
  publicCatch,
  verificationApproved,
  verificationRevoked,
} from './catch.builders.js';
import { speciesFacts } from './species.builders.js';
import { type SpeciesHarness, startSpecies } from './species.harness.js';

const PATIENCE = { timeoutMs: 30_000 };
const silent = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };
const DIGEST = 'ab'.repeat(32);

interface Problem {
  code: string;
}

let database: TestDatabase;
let pool: pg.Pool;
let publisher: EventPublisher;
let service: SpeciesHarness;
let [bass, walleye] = ['', ''];

beforeAll(async () => {
  const { brokers } = testKafka();
  database = await testDatabase('species');
  pool = createPool(database.url, { applicationName: 'test', max: 2 });
  const topics = [TOPICS.catchEvents, TOPICS.speciesCatalog, TOPICS.speciesEvents];
  await createTopics(
    brokers,
    topics.map((topic) => ({ topic, partitions: 3 })),
  );
  await beginAtTheEnd(pool, brokers, [TOPICS.catchEvents]);
  const known = [speciesFacts(), speciesFacts({ commonName: 'Walleye', scientificName: 'Sander vitreus' })];
  await seedCatalogue(pool, known, new Date('2026-01-01T00:00:00Z'));
  service = await startSpecies(database.url);
  publisher = new EventPublisher(createKafka({ brokers, clientId: 'tests', logger: silent }), silent);
  [bass, walleye] = [(await read('largemouth-bass')).id, (await read('walleye')).id];
});
afterAll(async () => {
  await service.stop();
  await Promise.all([publisher.close(), pool.end()]);
  await database.drop();
});

const read = async (idOrSlug: string): Promise<SpeciesView> =>
  (await service.get<SpeciesView>(`/v1/species/${idOrSlug}`)).body;
const shown = async (): Promise<string[]> =>
  (await read(bass)).photos.filter(({ kind }) => kind === 'photo').map(({ id }) => id);

const file = (variant: string, width: number) => ({
  url: `http://elsewhere.example/v1/photos/${DIGEST}/${variant}.jpg`,
  width,
  height: width,
});
const photoOf = (id: string): PublicCatch['photos'][number] => ({
  id,
  ...file('full', 2048),
  variants: { thumb: file('thumb', 256), small: file('small', 640), large: file('large', 1280) },
  created_at: '2026-05-01T06:00:00.000Z',
});

/** A bass of an account and an angler of its own, with one photo, whose second version has tier `photo`. */
class Bass {
  readonly account = testCaller({ accountId: newId('account'), scopes: ['catches:write'] });
  readonly photoId = newId('photo');
  private data = publicCatch({
    id: newId('catch'),
    species_id: bass,
    angler: { id: newId('angler'), name: 'Ann' },
    photos: [photoOf(this.photoId)],
    verification_tier: 'photo',
    version: 1,
  });

  get id(): string {
    return this.data.id;
  }
  get anglerId(): string {
    return this.data.angler.id;
  }

  /** Becomes this, as an event tells. */
  async becomes(make: (data: PublicCatch) => CloudEvent, change: Partial<PublicCatch> = {}): Promise<void> {
    this.data = { ...this.data, version: this.data.version + 1, ...change };
    await publisher.publish(TOPICS.catchEvents, [{ ...make(this.data), accountId: this.account.accountId }]);
  }

  promote(overrides: object = {}, species = bass, headers: Record<string, string> = {}) {
    return service.send<SpeciesPhotoView & Problem>(
      'POST',
      `/v1/species/${species}/photos/promote`,
      { catch_id: this.id, photo_id: this.photoId, ...overrides },
      headers,
    );
  }

  withdraw(caller = this.account, body?: object) {
    const headers = identityHeaders('species', caller);
    return service.send<Problem>('POST', `/v1/species/${bass}/photos/${this.photoId}/withdraw`, body, headers);
  }

  /** One that was verified and is shown. */
  static async shown(): Promise<Bass> {
    const one = new Bass();
    await one.becomes(verificationApproved);
    await eventually(async () => expect((await one.promote()).status).toBe(201), PATIENCE);
    expect(await shown()).toContain(one.photoId);
    return one;
  }
}

const goes = (one: Bass): Promise<void> =>
  eventually(async () => expect(await shown()).not.toContain(one.photoId), PATIENCE);

describe('a photo of a verified catch', () => {
  it('is shown as a photo of its species, under the name of its angler', async () => {
    const one = new Bass();
    await one.becomes(verificationApproved);
    const { body, headers } = await eventually(async () => {
      const answer = await one.promote();
      expect(answer.status).toBe(201);
      return answer;
    }, PATIENCE);
    expect(body).toMatchObject({
      id: one.photoId,
      kind: 'photo',
      attribution: 'Ann',
      license: 'By courtesy of the angler, who may withdraw it',
      width: 2048,
    });
    expect(body.url).toMatch(new RegExp(`/v1/photos/${DIGEST}/full.jpg$`));
    expect(body.url).not.toContain('elsewhere');
    expect(body.variants.small.url).toMatch(new RegExp(`/v1/photos/${DIGEST}/small.jpg$`));
    expect(body.source_url).toMatch(new RegExp(`/v1/catches/${one.id}$`));
    expect(headers.get('location')).toBe(`/v1/species/${bass}/photos/${one.photoId}`);
    expect((await service.get<SpeciesPhotoView>(`/v1/species/${bass}/photos/${one.photoId}`)).body).toEqual(body);
    expect(await one.promote()).toMatchObject({ status: 409, body: { code: 'photo.promoted' } });

    const told = await eventually(async () => {
      const catalogue = await readTopic(testKafka().brokers, TOPICS.speciesCatalog);
      const state = String(catalogue.filter(({ key }) => String(key) === bass).at(-1)?.value);
      expect(state).toContain(one.photoId);
      return state;
    }, PATIENCE);
    expect(told).toContain(one.anglerId);
    expect(told).not.toContain('"Ann"');
  });

  it('is not shown for another species, and not under another id', async () => {
    const one = await Bass.shown();
    for (const answer of [
      await one.promote({}, walleye),
      await one.promote({ photo_id: newId('photo') }),
      await one.promote({ catch_id: newId('catch') }),
    ])
      expect(answer).toMatchObject({ status: 422, body: { code: 'photo.not_promotable' } });
    expect((await one.promote({ photo_id: 'mine' })).status).toBe(400);
    expect((await one.promote({}, newId('species'))).status).toBe(404);
  });

  it('is not shown before the catch is verified', async () => {
    const [before, after] = [new Bass(), new Bass()];
    await before.becomes(catchEdited, { verification_tier: 'unverified' });
    await after.becomes(verificationApproved);
    await eventually(async () => expect((await after.promote()).status).toBe(201), PATIENCE);
    expect(await before.promote()).toMatchObject({ status: 422, body: { code: 'photo.not_promotable' } });
    await before.becomes(verificationApproved, { verification_tier: 'certified' });
    await eventually(async () => expect((await before.promote()).status).toBe(201), PATIENCE);
  });
});

describe('a photo that a species shows', () => {
  it('is withdrawn by the account of its angler, for ever', async () => {
    const one = await Bass.shown();
    const stranger = testCaller({ accountId: newId('account'), scopes: ['catches:write'] });
    expect(await one.withdraw(stranger)).toMatchObject({ status: 403, body: { code: 'photo.forbidden' } });
    expect(await one.withdraw(stranger, { forever: true })).toMatchObject({ status: 403 });
    expect(await one.withdraw(undefined, { forever: true })).toMatchObject({ status: 400 });
    expect(await one.withdraw()).toMatchObject({ status: 204, body: null });
    expect(await shown()).not.toContain(one.photoId);
    expect(await one.withdraw()).toMatchObject({ status: 404, body: { code: 'photo.not_found' } });
    expect(await one.promote()).toMatchObject({ status: 422, body: { code: 'photo.not_promotable' } });
  });

  it('is removed by a curator, who may show it again', async () => {
    const one = await Bass.shown();
    expect((await service.send('DELETE', `/v1/species/${bass}/photos/${one.photoId}`)).status).toBe(204);
    expect((await one.promote()).status).toBe(201);
  });

  it.each<[string, (one: Bass) => Promise<void>]>([
    ['is deleted', (one) => one.becomes(catchDeleted)],
    ['is not verified any more', (one) => one.becomes(verificationRevoked, { verification_tier: 'unverified' })],
    ['loses the photo', (one) => one.becomes(catchEdited, { photos: [photoOf(newId('photo'))] })],
    ['is of another species', (one) => one.becomes(catchEdited, { species_id: walleye })],
    [
      'is of another angler',
      (one) => one.becomes(catchEdited, { angler: { id: newId('angler'), name: 'Bo' }, verification_tier: 'photo' }),
    ],
  ])('goes when its catch %s', async (_, change) => {
    const one = await Bass.shown();
    await change(one);
    await goes(one);
  });

  it('goes when its angler is erased', async () => {
    const one = await Bass.shown();
    await publisher.publish(TOPICS.catchEvents, [anglerErased(one.anglerId)]);
    await goes(one);
  });

  it('is not answered again under its Idempotency-Key once its angler is erased', async () => {
    const [one, other] = [new Bass(), new Bass()];
    const again = (caught: Bass) => caught.promote({}, bass, { 'idempotency-key': caught.photoId });
    for (const caught of [one, other]) {
      await caught.becomes(verificationApproved);
      await eventually(async () => expect((await again(caught)).status).toBe(201), PATIENCE);
    }
    expect((await again(one)).body.attribution).toBe('Ann');
    await publisher.publish(TOPICS.catchEvents, [anglerErased(one.anglerId)]);
    await eventually(
      async () => expect(await again(one)).toMatchObject({ status: 410, body: { code: 'angler.erased' } }),
      PATIENCE,
    );
    expect(await again(other)).toMatchObject({ status: 201, body: { id: other.photoId } });
  });

  it('waits for the erasure of its angler that is being noted while it is promoted', async () => {
    const one = new Bass();
    await one.becomes(verificationApproved);
    const known = () => pool.query('SELECT FROM catch_photos WHERE catch_id = $1', [one.id]);
    await eventually(async () => expect((await known()).rowCount).toBe(1), PATIENCE);
    const [erasure, waiting] = [await pool.connect(), "datname = current_database() AND wait_event_type = 'Lock'"];
    try {
      await erasure.query('BEGIN');
      await erasure.query("UPDATE anglers SET name = 'erased angler' WHERE id = $1", [one.anglerId]);
      const promoting = one.promote();
      const blocked = () => pool.query(`SELECT FROM pg_stat_activity WHERE ${waiting}`);
      await eventually(async () => expect((await blocked()).rowCount).toBe(1), PATIENCE);
      await erasure.query('COMMIT');
      expect((await promoting).body.attribution).toBe('erased angler');
    } finally {
      erasure.release(true);
    }
  });

  it('stays when its catch becomes something else', async () => {
    const [one, other] = [await Bass.shown(), await Bass.shown()];
    await one.becomes(catchEdited, { notes: 'windy' });
    await other.becomes(catchDeleted);
    await goes(other);
    await eventually(async () => expect((await pool.query('SELECT FROM photo_checks')).rowCount).toBe(0), PATIENCE);
    expect(await shown()).toContain(one.photoId);
    const left = await pool.query('SELECT FROM promoted_photos WHERE photo_id = $1', [other.photoId]);
    expect(left.rowCount).toBe(0);
  });

  it.each([
    ['is deleted', catchDeleted, {}],
    ['loses the photo', catchEdited, { photos: [] }],
    ['is unverified by an edit', catchEdited, { verification_tier: 'unverified' as const }],
  ])('goes, or never comes, when its catch %s while it is promoted', async (_, make, change) => {
    const all = Array.from({ length: 4 }, () => new Bass());
    for (const one of all) await one.becomes(verificationApproved);
    const known = () =>
      pool.query('SELECT FROM catch_facts WHERE catch_id = ANY($1) AND version = 2', [all.map(({ id }) => id)]);
    await eventually(async () => expect((await known()).rowCount).toBe(all.length), PATIENCE);
    for (const one of all) {
      const answers = await Promise.all([one.promote(), one.becomes(make, change), one.promote()]);
      for (const answer of answers) if (answer) expect([200, 201, 409, 422]).toContain(answer.status);
    }
    for (const one of all) {
      await eventually(async () => expect((await one.promote()).status).toBe(422), PATIENCE);
      await goes(one);
    }
  });
});
