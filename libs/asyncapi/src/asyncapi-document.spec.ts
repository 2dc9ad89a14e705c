import { lureLost, parts, partsWithRequest, speciesNamed } from '../test/asyncapi.builders.js';
import { brokenRefs, type Document, violationsOf } from '../test/checks.js';
import { asyncApiDocument } from './asyncapi-document.js';
import { messageChecker, type SentMessage } from './message-check.js';

const document = asyncApiDocument(parts()) as Document;
const { channels, operations, components } = document;

describe('the document', () => {
  it('is AsyncAPI 3.1, and every reference in it leads somewhere', () => {
    expect(document.asyncapi).toBe('3.1.0');
    expect(violationsOf(document)).toEqual([]);
    expect(brokenRefs(document)).toEqual([]);
  });

  it('has a channel for each topic, set up as the topic is', () => {
    expect(channels['catch.events']).toMatchObject({
      address: 'catch.events',
      bindings: {
        kafka: { partitions: 6, topicConfiguration: { 'cleanup.policy': ['delete'], 'retention.ms': 86_400_000 } },
      },
      messages: { LureLostV1: { $ref: '#/components/messages/LureLostV1' } },
    });
    expect(Object.keys(channels)).toEqual([
      'catch.events',
      'species.catalog',
      'species.catalog.webhook.backfill',
      'catch.events.webhook.dlq',
      'webhooks',
    ]);
  });

  it('has an operation for each channel, with all of its messages', () => {
    expect(operations['sendCatchEvents']).toMatchObject({
      action: 'send',
      channel: { $ref: '#/channels/catch.events' },
      messages: [{ $ref: '#/channels/catch.events/messages/LureLostV1' }],
    });
    expect(Object.keys(operations)).toEqual([
      'sendCatchEvents',
      'sendSpeciesCatalog',
      'sendSpeciesCatalogWebhookBackfill',
      'sendCatchEventsWebhookDlq',
      'sendWebhook',
    ]);
  });

  it('tells of an event what happened, its headers and its key', () => {
    expect(components.messages['LureLostV1']).toMatchObject({
      description: 'A lure was lost.',
      headers: { properties: { ce_type: { const: 'LureLostV1' } } },
      payload: { $ref: '#/components/schemas/LureLostV1' },
      bindings: { $ref: '#/components/messageBindings/subjectKey' },
      examples: [
        {
          headers: { ce_subject: 'lure_1', ce_type: 'LureLostV1', ce_time: '2026-11-21T09:00:00.000Z' },
          payload: lureLost.sample,
        },
      ],
    });
  });

  it('has a tombstone on a compacted topic alone', () => {
    expect(Object.keys(channels['species.catalog']?.messages ?? {})).toEqual([
      'SpeciesNamedV1',
      'SpeciesNamedV1Tombstone',
    ]);
    expect(components.messages['SpeciesNamedV1Tombstone']).toMatchObject({
      description: expect.stringContaining('keeps the tombstone for 7 days'),
      payload: { type: 'null' },
      examples: [{ payload: null }],
    });
  });

  it('has on a backfill what is on its origin, tombstones too', () => {
    const backfill = channels['species.catalog.webhook.backfill'];
    expect(Object.keys(backfill?.messages ?? {})).toEqual(Object.keys(channels['species.catalog']?.messages ?? {}));
  });

  it('says of dead letters whose they are, and how they are replayed and dropped', () => {
    expect(channels['catch.events.webhook.dlq']?.description).toContain(
      'what the webhook service could not process of `catch.events`',
    );
    expect(Object.keys(channels['catch.events.webhook.dlq']?.messages ?? {})).toEqual([
      'DeadLetter',
      'DeadLetterReplay',
      'DeadLetterDrop',
    ]);
  });

  it('has a POST of each webhook to an address that is the subscriber’s', () => {
    expect(channels['webhooks']).toMatchObject({ address: null, messages: { 'lure.lost': {} } });
    expect(operations['sendWebhook']).toMatchObject({ bindings: { http: { method: 'POST' } } });
    expect(channels['webhooks']?.description).toContain('5 s, 5 min, 2 h');
  });
});

describe('a message', () => {
  const check = messageChecker(document);
  const exampleOf = (name: string): SentMessage =>
    components.messages[name]?.examples[0] ?? { headers: {}, payload: {} };
  const lure = exampleOf('LureLostV1');
  const webhook = exampleOf('lure.lost');

  it.each(Object.keys(components.messages))('%s is as its example', (name) => {
    expect(check(name, exampleOf(name))).toBeNull();
  });

  it('may have fields and headers that a later producer adds', () => {
    expect(
      check('LureLostV1', {
        headers: { ...(lure.headers as object), later: 'yes' },
        payload: { ...lureLost.sample, color: 'red' },
      }),
    ).toBeNull();
  });

  it.each([
    [
      'a field of another kind',
      { payload: { ...lureLost.sample, lost_at: 'yesterday' } },
      'payload/lost_at must match pattern',
    ],
    [
      'a missing field',
      { payload: { id: 'lure_1', lost_at: '2026-11-21T09:00:00.000Z', photos: [] } },
      "payload must have required property 'version'",
    ],
    ['no value', { payload: null }, 'payload must be object'],
    [
      'the headers of another type',
      { headers: { ...(lure.headers as object), ce_type: 'LureFoundV1' } },
      'headers/ce_type must be equal to constant',
    ],
    ['a missing header', { headers: { ce_type: 'LureLostV1' } }, "headers must have required property 'ce_id'"],
  ])('with %s is refused', (_what, wrong, words) => {
    expect(check('LureLostV1', { ...lure, ...wrong })).toContain(words);
  });

  it('may be shortened as a webhook, and not in a topic', () => {
    const data = {
      ...lureLost.sample,
      photos: [{ id: 'pho_1', url: 'https://catches.example.com/1.jpg' }],
      truncated: ['photos'],
    };
    expect(check('lure.lost', { ...webhook, payload: { ...(webhook.payload as object), data } })).toBeNull();
    expect(
      check('lure.lost', {
        ...webhook,
        payload: { ...(webhook.payload as object), data: { ...data, truncated: ['id'] } },
      }),
    ).toContain('payload/data/truncated/0');
    expect(check('LureLostV1', { ...lure, payload: data })).toContain(
      "payload/photos/0 must have required property 'width'",
    );
  });
});

describe('no document is made', () => {
  const refusals: [string, () => object, string][] = [
    [
      'an event whose topic is not there',
      () => parts({ events: { LureLostV1: { ...lureLost, topic: 'lure.events' } } }),
      'no such topic: lure.events of LureLostV1',
    ],
    [
      'a topic that nothing describes',
      () => parts({ topics: [...parts().topics, { name: 'lure.events', partitions: 1, config: {} }] }),
      'nothing tells what the topic lure.events is for',
    ],
    [
      'dead letters of such a topic',
      () => parts({ topics: [...parts().topics, { name: 'lure.events.catch.dlq', partitions: 1, config: {} }] }),
      'nothing tells what the topic lure.events.catch.dlq is for',
    ],
    [
      'a sample that does not fit',
      () => parts({ events: { LureLostV1: { ...lureLost, sample: { ...lureLost.sample, version: 0 } } } }),
      'the sample of LureLostV1 does not fit',
    ],
    [
      'a webhook of what is not published',
      () => parts({ events: { SpeciesNamedV1: speciesNamed } }),
      'the webhook lure.lost tells of LureLostV1, which is not published',
    ],
    [
      'a webhook whose payload does not fit',
      () => partsWithRequest((body) => ({ ...body, type: 'lure.found' })),
      'the payload of lure.lost does not fit',
    ],
  ];

  it.each(refusals)('of %s', (_what, wrong, message) => {
    expect(() => asyncApiDocument(wrong() as ReturnType<typeof parts>)).toThrow(message);
  });
});
