import { TOPICS } from '@cds/contracts';
import { type PublishedData, webhookAnglersWatchedV1 } from '@cds/contracts/events';
import type { CloudEvent } from '@cds/kafka';
import { newId } from '@cds/service-kit';
import { eventually, readTopic, testKafka } from '@cds/testing';
import { noteWatchedAnglers } from '../src/endpoints/watched-anglers/note-watched-anglers.js';
import { republishWatches } from '../src/endpoints/watched-anglers/republish-watches.js';
import { accountDeleted } from './webhook.builders.js';
import { someAccount, WebhookHarness } from './webhook.harness.js';

let app: WebhookHarness;
beforeAll(async () => {
  app = await WebhookHarness.start();
});
afterAll(() => app.stop());

type Watched = PublishedData<'WebhookAnglersWatchedV1'>;
const URL = 'http://127.0.0.1:9/';

/** What was published of an endpoint, in order. */
const published = async (endpointId: string): Promise<{ id: string; data: Watched }[]> =>
  (await readTopic(testKafka().brokers, TOPICS.webhookEvents))
    .filter(
      ({ key, headers }) => String(key) === endpointId && String(headers?.['ce_type']) === 'WebhookAnglersWatchedV1',
    )
    .map(({ value, headers }) => ({
      id: String(headers?.['ce_id']),
      data: webhookAnglersWatchedV1.parse(JSON.parse(String(value))),
    }));

const watches = (endpointId: string, ...anglerIds: string[]): Promise<{ id: string; data: Watched }> =>
  eventually(
    async () => {
      const last = (await published(endpointId)).at(-1);
      expect(last?.data.angler_ids).toEqual(anglerIds);
      if (!last) throw new Error('nothing is published');
      return last;
    },
    { timeoutMs: 20_000 },
  );

describe('the anglers whom an endpoint watches', () => {
  it('are published when it is made, edited, disabled, enabled and deleted', async () => {
    const account = someAccount();
    const [ann, bo] = [newId('angler'), newId('angler')];
    await app.know(ann, bo);
    const filter = { angler_id: ann };
    const { id } = await app.endpoint(account, URL, { event_types: ['leaderboard.*'], filter });
    const versions = [(await watches(id, ann)).data.version];
    const edit = (body: object) => app.call(account, 'PATCH', `/v1/webhooks/${id}`, body);
    const steps: [() => Promise<unknown>, string[]][] = [
      [() => edit({ filter: { angler_id: bo } }), [bo]],
      [() => edit({ event_types: ['catch.*'] }), []],
      [() => edit({ event_types: ['*'] }), [bo]],
      [() => edit({ status: 'disabled' }), []],
      [() => app.call(account, 'POST', `/v1/webhooks/${id}/enable`), [bo]],
      [() => app.call(account, 'DELETE', `/v1/webhooks/${id}`), []],
    ];
    for (const [step, expected] of steps) {
      await step();
      versions.push((await watches(id, ...expected)).data.version);
    }
    expect(versions).toEqual([...new Set(versions)].sort((one, other) => one - other));
  });

  it('are nobody for an endpoint that never hears of entries, of which nothing is published', async () => {
    const account = someAccount();
    const filter = { angler_id: newId('angler') };
    await app.know(filter.angler_id);
    const { id } = await app.endpoint(account, URL, { event_types: ['catch.*'], filter });
    const later = await app.endpoint(account, URL, { event_types: ['*'], filter });
    await watches(later.id, filter.angler_id);
    expect(await published(id)).toEqual([]);
  });

  it('are nobody once the account is deleted', async () => {
    const account = someAccount();
    const filter = { angler_id: newId('angler') };
    await app.know(filter.angler_id);
    const { id } = await app.endpoint(account, URL, { event_types: ['leaderboard.entry_changed'], filter });
    await watches(id, filter.angler_id);
    await app.publish(accountDeleted(account.accountId));
    await watches(id);
  });

  it('are noted once, however often that is asked for, and republished as they were published', async () => {
    const account = someAccount();
    const filter = { angler_id: newId('angler') };
    await app.know(filter.angler_id);
    const { id } = await app.endpoint(account, URL, { event_types: ['leaderboard.*'], filter });
    const event = await watches(id, filter.angler_id);
    expect(await noteWatchedAnglers(app.pool, [id], new Date())).toBe(0);
    const sent: CloudEvent[] = [];
    const count = await republishWatches(app.pool, (events) => Promise.resolve(void sent.push(...events)));
    expect(count).toBe(sent.length);
    expect(sent.filter(({ subject }) => subject === id)).toMatchObject([event]);
  });
});
