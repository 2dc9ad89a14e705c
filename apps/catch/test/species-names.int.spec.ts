import { setTimeout as sleep } from 'node:timers/promises';
import { TOPICS } from '@cds/contracts';
import { type CloudEvent, createKafka, EventPublisher } from '@cds/kafka';
import { newId } from '@cds/service-kit';
import { eventually, newTopics, testIds, testKafka, uniqueName } from '@cds/testing';
import { CatchHarness, idsOf, type ListPage } from './catch.harness.js';
import { speciesChanged } from './species.builders.js';

const ids = testIds();
let catches: CatchHarness;
let publisher: EventPublisher;
const publish = (...events: CloudEvent[]) => publisher.publish(TOPICS.speciesCatalog, events);
const log = (species: string) => catches.call('POST', '/v1/catches', { species, weight_lbs: 1 });

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

/** So many that each partition gets one. */
const MARKERS = 40;

/** Whatever was published before is applied: events that were published later in every partition are. */
const untilApplied = async (): Promise<void> => {
  const markers = Array.from({ length: MARKERS }, () => speciesChanged(ids('species'), uniqueName('marker'), 1));
  await publish(...markers);
  await eventually(async () => {
    const { rows } = await catches.pool.query('SELECT id FROM species_names WHERE id = ANY($1)', [
      markers.map(({ subject }) => subject),
    ]);
    expect(rows).toHaveLength(MARKERS);
  });
};

describe('the names that catches are resolved by', () => {
  it('follow the catalogue: new, renamed, gone', async () => {
    const [id, name] = [ids('species'), uniqueName('fish')];
    await publish(speciesChanged(id, name, 1, [`${name} alias`]));
    await eventually(
      async () =>
        expect(await log(`${name} ALIAS`)).toMatchObject({ status: 201, body: { species: name, species_id: id } }),
      { timeoutMs: 15_000 },
    );
    await publish(speciesChanged(id, `${name} two`, 2));
    await eventually(async () => expect(await log(id)).toMatchObject({ body: { species: `${name} two` } }), {
      timeoutMs: 15_000,
    });
    await publish({ ...speciesChanged(id, name, 3), data: null });
    await eventually(async () => expect(await log(id)).toMatchObject({ status: 422 }), { timeoutMs: 15_000 });
    // Its catches stay, and are found by its id as long as they do.
    const { rows } = await catches.pool.query<{ id: string }>('SELECT id FROM catches WHERE species_id = $1', [id]);
    expect(rows.length).toBeGreaterThan(0);
    for (const filter of [id, ` ${id} `]) {
      const found = await catches.call<ListPage>('GET', `/v1/catches?species=${encodeURIComponent(filter)}`);
      expect(found).toMatchObject({ status: 200, body: { total: rows.length } });
      expect(idsOf(found.body).toSorted()).toEqual(rows.map((row) => row.id).toSorted());
    }
    expect(await catches.call('GET', `/v1/catches?species=${encodeURIComponent(name)}`)).toMatchObject({ status: 400 });
  });

  it('stay when a deletion comes that is older than what is known, as a replayed dead letter is', async () => {
    const [id, name] = [ids('species'), uniqueName('fish')];
    const cameBack = speciesChanged(id, name, 3);
    await publish(cameBack);
    await publish({ ...speciesChanged(id, name, 2), time: new Date('2025-12-31T00:00:00.000Z'), data: null });
    await untilApplied();
    expect(await log(id)).toMatchObject({ status: 201, body: { species: name } });
  });

  it('are not set back by an older version that comes late, or by the same one again', async () => {
    const [id, name] = [ids('species'), uniqueName('fish')];
    const newest = speciesChanged(id, `${name} new`, 2);
    await publish(newest, newest, speciesChanged(id, `${name} old`, 1));
    const last = speciesChanged(ids('species'), uniqueName('fish'), 1);
    await publish(last);
    await eventually(async () => expect(await log(`${name} new`)).toMatchObject({ status: 201 }), {
      timeoutMs: 15_000,
    });
    expect(await log(`${name} old`)).toMatchObject({ status: 422 });
  });

  it('are waited for by the id of a species that has just been created', async () => {
    const [id, name] = [newId('species'), uniqueName('fish')];
    const logging = log(id);
    await sleep(50);
    // As another copy of the service hears of it.
    await catches.pool.query(
      `INSERT INTO species_names (id, common_name, scientific_name, aliases, version) VALUES ($1, $2, $2, '{}', 1)`,
      [id, name],
    );
    expect(await logging).toMatchObject({ status: 201, body: { species: name } });
    expect(await log(newId('species'))).toMatchObject({ status: 422, body: { code: 'species.unknown' } });
  });
});
