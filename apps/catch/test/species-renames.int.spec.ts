import { TOPICS } from '@cds/contracts';
import { createKafka, EventPublisher } from '@cds/kafka';
import { newId } from '@cds/service-kit';
import { eventually, newTopics, testKafka, uniqueName } from '@cds/testing';
import { CatchHarness } from './catch.harness.js';
import { speciesChanged } from './species.builders.js';
import { storeCatches, storedCatch } from './stored-catches.js';

interface Caught {
  id: string;
  species: string;
  version: number;
  updated_at: string;
}

const LOGGED_AT = new Date('2026-06-01T06:30:00.000Z');

let catches: CatchHarness;
let publisher: EventPublisher;
const rename = (id: string, name: string, version: number) =>
  publisher.publish(TOPICS.speciesCatalog, [speciesChanged(id, name, version)]);
const read = async (id: string) => {
  const { headers, body } = await catches.call<Caught>('GET', `/v1/catches/${id}`);
  return { ...body, etag: headers.get('etag') ?? '' };
};
/** A species, some catches of it that were logged long ago, and one of another species. */
const known = async (count: number) => {
  const [species, name] = [newId('species'), uniqueName('fish')];
  await catches.pool.query(
    "INSERT INTO species_names (id, common_name, scientific_name, aliases, version) VALUES ($1, $2, $2, '{}', 1)",
    [species, name],
  );
  const rows = Array.from({ length: count }, (_, at) =>
    storedCatch(newId('catch'), {
      species_id: species,
      created_at: new Date(LOGGED_AT.getTime() + (at >> 1)),
      updated_at: LOGGED_AT,
    }),
  );
  await storeCatches(catches.pool, rows);
  return { species, name, catchIds: rows.map(({ id }) => id) };
};
const movedOf = async (species: string) =>
  (
    await catches.pool.query<{ moved: number }>(
      'SELECT count(*)::int AS moved FROM catches WHERE species_id = $1 AND updated_at > $2',
      [species, LOGGED_AT],
    )
  ).rows[0]?.moved;
const followed = (species: string) =>
  eventually(
    async () =>
      expect(
        await catches.count(
          `species_names WHERE id = '${species}' AND renamed_at IS NOT NULL AND touch_due_at IS NULL`,
        ),
      ).toBe(1),
    { timeoutMs: 20_000 },
  );

beforeAll(async () => {
  const { brokers } = testKafka();
  await newTopics(brokers, { [TOPICS.speciesCatalog]: 3 });
  catches = await CatchHarness.start({ hears: true });
  publisher = new EventPublisher(createKafka({ brokers, clientId: 'tests' }));
  await publisher.connect();
});
afterAll(async () => {
  await publisher.close();
  await catches.stop();
});

describe('a new common name of a species', () => {
  it('moves `updated_at` and ETag of its catches, not their version, and a delta sync tells them', async () => {
    const [
      {
        species,
        name,
        catchIds: [id = ''],
      },
      other,
    ] = [await known(1), await catches.logged()];
    const [before, untouched] = [await read(id), await read(other)];
    await rename(species, `${name} two`, 2);
    await followed(species);
    const after = await read(id);
    expect(after).toMatchObject({ species: `${name} two`, version: before.version });
    expect(Date.parse(after.updated_at)).toBeGreaterThan(Date.parse(before.updated_at));
    expect(after.etag).not.toBe(before.etag);
    expect(await read(other)).toEqual(untouched);
    const delta = await catches.call<{ data: Caught[] }>(
      'GET',
      `/v1/catches?updated_since=${after.updated_at}&fields=id,species`,
    );
    expect(delta.body.data).toContainEqual({ id, species: `${name} two` });
  });

  it('is what nothing but a name moves', async () => {
    const {
      species,
      name,
      catchIds: [id = ''],
    } = await known(1);
    await rename(species, name, 2);
    await eventually(
      async () => expect(await catches.count(`species_names WHERE id = '${species}' AND version = 2`)).toBe(1),
      { timeoutMs: 20_000 },
    );
    expect(
      await catches.count(`species_names WHERE id = '${species}' AND renamed_at IS NULL AND touch_due_at IS NULL`),
    ).toBe(1);
    expect((await read(id)).updated_at).toBe(LOGGED_AT.toISOString());
  });

  it('is followed by more catches than fit into a batch', async () => {
    const { species, name } = await known(2_500);
    await rename(species, `${name} two`, 2);
    await followed(species);
    expect(await movedOf(species)).toBe(2_500);
  });

  it('is gone on with where it was left', async () => {
    const { species, catchIds } = await known(1_500);
    const done = [new Date(LOGGED_AT.getTime() + (999 >> 1)), catchIds[999]];
    await catches.pool.query(
      'UPDATE species_names SET renamed_at = now(), touch_due_at = now(), touched_to = $2 WHERE id = $1',
      [species, JSON.stringify(done)],
    );
    await followed(species);
    expect(await movedOf(species)).toBe(500);
  });

  it('begins anew with the next one', async () => {
    const { species, name, catchIds } = await known(1_500);
    const done = [new Date(LOGGED_AT.getTime() + (999 >> 1)), catchIds[999]];
    await catches.pool.query(
      `UPDATE species_names SET renamed_at = now(), touch_due_at = now() + interval '1 hour', touched_to = $2
        WHERE id = $1`,
      [species, JSON.stringify(done)],
    );
    await rename(species, `${name} three`, 3);
    await followed(species);
    expect(await movedOf(species)).toBe(1_500);
  });
});

describe('an edit that changes nothing, after a new name', () => {
  it('answers the time and the tag that reads answer', async () => {
    const id = await catches.logged();
    const { body } = await catches.call<{ angler: { id: string } }>('GET', `/v1/catches/${id}`);
    await catches.call('PATCH', `/v1/anglers/${body.angler.id}`, { name: uniqueName('angler') });
    const { etag, ...now } = await read(id);
    const edited = await catches.call<Caught>('PATCH', `/v1/catches/${id}`, { weight_lbs: 8.4 });
    expect(edited).toMatchObject({ status: 200, body: now });
    expect(edited.headers.get('etag')).toBe(etag);
  });
});
