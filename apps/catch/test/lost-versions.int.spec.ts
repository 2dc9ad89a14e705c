import type { LostEvent } from '@cds/publishing/lost-versions';
import { createKafka } from '@cds/kafka';
import { createTopics, eventually, memoryLogger, testKafka } from '@cds/testing';
import { TOPICS } from '@cds/contracts';
import { PUBLISHED_EVENTS } from '@cds/contracts/events';
import { RebuildCatches } from '../src/rebuild/rebuild-catches.js';
import { catchCorrections } from '../src/lost-versions/catch-corrections.js';
import { withdraw } from '../src/lost-versions/publish-withdrawals.js';
import { CatchHarness } from './catch.harness.js';
import { Outside } from './outside.js';

const { brokers } = testKafka();
let catches: CatchHarness;
let outside: Outside;
beforeAll(async () => {
  const topics = [TOPICS.catchEvents, TOPICS.catchOwnerEvents, TOPICS.catchAnglers, TOPICS.speciesCatalog];
  await createTopics(
    brokers,
    topics.map((topic) => ({ topic, partitions: 3 })),
  );
  catches = await CatchHarness.start();
  outside = await Outside.listen(TOPICS.catchEvents);
});
afterAll(async () => {
  await outside.stop();
  await catches.stop();
});

const corrections = () =>
  catchCorrections(catches.pool, createKafka({ brokers, clientId: 'lost-versions-tests', logger: memoryLogger() }));

const lost = (subject: string, type: string, data: LostEvent['data']): LostEvent => ({
  id: 'evt_lost',
  type,
  source: '/catch',
  subject,
  time: new Date('2026-11-21T09:00:00.000Z'),
  accountId: 'acc_1',
  traceparent: null,
  data,
  topic: TOPICS.catchEvents,
  partition: 0,
  offset: '0',
  receivedAt: new Date(),
});

const published = (subject: string) =>
  outside.of(subject).map(({ headers, data }) => `${headers['ce_type']} ${data.version}`);
const rows = async (sql: string, id: string) => (await catches.pool.query(sql, [id])).rows as unknown[];
const everything = async (id: string) => ({
  catch: await rows('SELECT * FROM catches WHERE id = $1', id),
  tombstone: await rows('SELECT * FROM catch_tombstones WHERE id = $1', id),
});

describe('a catch of which versions were lost', () => {
  it('is published as it is beyond them, and again by nobody', async () => {
    const id = await catches.logged({ notes: 'windy' });
    await corrections().restate([lost(id, 'CatchEditedV1', { version: 3 })]);
    await corrections().restate([lost(id, 'CatchEditedV1', { version: 3 })]);
    await eventually(() =>
      expect(published(id)).toEqual(['CatchLoggedV1 1', 'CatchEditedV1 2', 'CatchEditedV1 3', 'CatchEditedV1 4']),
    );
    expect(outside.of(id).at(-1)?.data).toMatchObject({ notes: 'windy', previous: {} });
    const { body } = await catches.call('GET', `/v1/catches/${id}`);
    expect(body).toMatchObject({ notes: 'windy', version: 4 });
    const before = await everything(id);
    await new RebuildCatches(catches.pool, () => undefined).run();
    expect(await everything(id)).toEqual(before);
  });

  it('stays deleted where its owner deleted it since', async () => {
    const id = await catches.logged();
    await catches.call('DELETE', `/v1/catches/${id}`);
    await corrections().restate([lost(id, 'CatchEditedV1', { version: 2 })]);
    await eventually(() => expect(published(id)).toEqual(['CatchLoggedV1 1', 'CatchDeletedV1 2', 'CatchDeletedV1 3']));
    expect((await catches.call('GET', `/v1/catches/${id}`)).status).toBe(410);
    const before = await everything(id);
    expect(before).toMatchObject({ catch: [], tombstone: [{ version: 3 }] });
    await new RebuildCatches(catches.pool, () => undefined).run();
    expect(await everything(id)).toEqual(before);
  });

  it('is published without what is personal where the erasure of its angler was lost', async () => {
    const angler = await catches.call<{ id: string }>('POST', '/v1/anglers', { name: 'Ben' });
    const id = await catches.logged({ notes: 'his secret spot', angler_id: angler.body.id });
    await corrections().restate([
      lost(id, 'CatchEditedV1', { version: 2 }),
      lost(angler.body.id, 'AnglerErasedV1', { version: 1 }),
    ]);
    await eventually(() => expect(published(id)).toHaveLength(4), { timeoutMs: 15_000 });
    for (const { data } of outside.of(id).slice(1)) expect(data).toMatchObject({ notes: null });
    expect(published(angler.body.id)).toEqual(['AnglerErasedV1 1']);
    expect((await catches.call('GET', `/v1/anglers/${angler.body.id}`)).status).toBe(410);
  });

  it('of an angler has the name that the database has', async () => {
    const { body } = await catches.call<{ id: string }>('POST', '/v1/anglers', { name: 'Cleo' });
    expect(await corrections().headsOf([body.id, 'ang_unknown'])).toEqual(
      new Map([[body.id, expect.objectContaining({ version: 0 })]]),
    );
    await corrections().restate([lost(body.id, 'AnglerRenamedV1', { version: 2 })]);
    await eventually(() => expect(published(body.id).at(-1)).toBe('AnglerRenamedV1 3'));
    expect(outside.of(body.id).at(-1)?.data).toMatchObject({ name: 'Cleo' });
  });
});

describe('a catch that the log does not have', () => {
  const at = new Date('2026-11-28T09:00:00.000Z');

  it.each(['CatchLoggedV1', 'CatchEditedV1', 'VerificationApprovedV1'])('is deleted after %s', async (type) => {
    const id = await catches.logged();
    const view = await eventually(() => {
      const [first] = outside.of(id);
      if (!first) throw new Error('not published yet');
      return first.data;
    });
    const data = {
      ...view,
      version: 7,
      ...(type !== 'CatchLoggedV1' && { previous: {} }),
      ...(type === 'VerificationApprovedV1' && { catch: view }),
    };
    const event = withdraw(lost(id, type, data), at);
    expect(event).toMatchObject({ type: 'CatchDeletedV1', subject: id, time: at, data: { id, version: 8 } });
    const parsed = PUBLISHED_EVENTS.CatchDeletedV1.schema.parse(event?.data);
    expect(parsed).toEqual(event?.data);
    expect(withdraw(lost(id, type, data), new Date())?.id).toBe(event?.id);
  });

  it('is gone already where its deletion was lost as well', () => {
    expect(withdraw(lost('catch_1', 'CatchDeletedV1', { version: 3 }), at)).toBeUndefined();
    expect(withdraw(lost('ang_1', 'AnglerErasedV1', { version: 3 }), at)).toBeUndefined();
  });
});
