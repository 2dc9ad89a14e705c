import { lureLost, parts, partsWithRequest, speciesNamed } from '../test/asyncapi.builders.js';
import { brokenRefs, type Document, validatorsOf, violationsOf } from '../test/checks.js';
import { asyncApiDocument } from './asyncapi-document.js';

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
      bindings: { kafka: { partitions: 6, topicConfiguration: { 'cleanup.policy': ['delete'], 'retention.ms': 86_400_000 } } },
      messages: { LureLostV1: { $ref: '#/components/messages/LureLostV1' } },
    });
    expect(Object.keys(channels)).toEqual(['catch.events', 'species.catalog', 'catch.events.webhook.dlq', 'webhooks']);
  });

  it('has an operation for each channel, with all of its messages', () => {
    expect(operations['sendCatchEvents']).toMatchObject({ action: 'send', channel: { $ref: '#/channels/catch.events' }, messages: [{ $ref: '#/channels/catch.events/messages/LureLostV1' }] });
    expect(Object.keys(operations)).toEqual(['sendCatchEvents', 'sendSpeciesCatalog', 'sendCatchEventsWebhookDlq', 'sendWebhook']);
  });

  it('tells of an event what happened, its headers and its key', () => {
    expect(components.messages['LureLostV1']).toMatchObject({
      description: 'A lure was lost.',
      headers: { properties: { ce_type: { const: 'LureLostV1' } } },
      payload: { $ref: '#/components/schemas/LureLostV1' },
      bindings: { $ref: '#/components/messageBindings/subjectKey' },
      examples: [{ headers: { ce_subject: 'lure_1', ce_type: 'LureLostV1', ce_time: '2026-11-21T09:00:00.000Z' }, payload: lureLost.sample }],
    });
  });

  it('has a tombstone on a compacted topic alone', () => {
    expect(Object.keys(channels['species.catalog']?.messages ?? {})).toEqual(['SpeciesNamedV1', 'SpeciesNamedV1Tombstone']);
    expect(components.messages['SpeciesNamedV1Tombstone']).toMatchObject({ payload: { type: 'null' }, examples: [{ payload: null }] });
  });

  it('says of dead letters whose they are, and how they are replayed and dropped', () => {
    expect(channels['catch.events.webhook.dlq']?.description).toContain('what the webhook service could not process of `catch.events`');
    expect(Object.keys(channels['catch.events.webhook.dlq']?.messages ?? {})).toEqual(['DeadLetter', 'DeadLetterReplay', 'DeadLetterDrop']);
  });

  it('has a POST of each webhook to an address that is the subscriber’s', () => {
    expect(channels['webhooks']).toMatchObject({ address: null, messages: { 'lure.lost': {} } });
    expect(operations['sendWebhook']).toMatchObject({ bindings: { http: { method: 'POST' } } });
    expect(channels['webhooks']?.description).toContain('5 s, 5 min, 2 h');
  });
});

describe('a schema of the document', () => {
  const validators = validatorsOf(document);

  it('accepts every example, and fields that a later producer may add', () => {
    for (const [name, { examples }] of Object.entries(components.messages)) {
      const { headers, payload } = validators(name);
      for (const example of examples) expect([name, headers(example.headers), payload(example.payload)]).toEqual([name, true, true]);
    }
    expect(validators('LureLostV1').payload({ ...lureLost.sample, color: 'red' })).toBe(true);
  });

  it('refuses a field that is missing or of another kind, and another type', () => {
    const { headers, payload } = validators('LureLostV1');
    const [example] = components.messages['LureLostV1']?.examples ?? [];
    expect(payload({ ...lureLost.sample, lost_at: 'yesterday' })).toBe(false);
    expect(payload({ ...lureLost.sample, version: undefined })).toBe(false);
    expect(payload(null)).toBe(false);
    expect(headers({ ...example?.headers, ce_type: 'LureFoundV1' })).toBe(false);
    expect(headers({ ...example?.headers, ce_id: undefined })).toBe(false);
  });

  it('lets a webhook be shortened, and an event not', () => {
    const [whole] = components.messages['lure.lost']?.examples ?? [];
    const data = { ...lureLost.sample, photos: [{ id: 'pho_1', url: 'https://catches.example.com/1.jpg' }], truncated: ['photos'] };
    expect(validators('lure.lost').payload({ ...(whole?.payload as object), data })).toBe(true);
    expect(validators('lure.lost').payload({ ...(whole?.payload as object), data: { ...data, truncated: ['id'] } })).toBe(false);
    expect(validators('LureLostV1').payload(data)).toBe(false);
  });
});

describe('no document is made', () => {
  const refusals: [string, () => object, string][] = [
    ['an event whose topic is not there', () => parts({ events: { LureLostV1: { ...lureLost, topic: 'lure.events' } } }), 'no such topic: lure.events of LureLostV1'],
    ['a topic that nothing describes', () => parts({ topics: [...parts().topics, { name: 'lure.events', partitions: 1, config: {} }] }), 'nothing tells what the topic lure.events is for'],
    ['dead letters of such a topic', () => parts({ topics: [...parts().topics, { name: 'lure.events.catch.dlq', partitions: 1, config: {} }] }), 'nothing tells what the topic lure.events.catch.dlq is for'],
    ['a sample that does not fit', () => parts({ events: { LureLostV1: { ...lureLost, sample: { ...lureLost.sample, version: 0 } } } }), 'the sample of LureLostV1 does not fit'],
    ['a webhook of what is not published', () => parts({ events: { SpeciesNamedV1: speciesNamed } }), 'the webhook lure.lost tells of LureLostV1, which is not published'],
    ['a webhook whose payload does not fit', () => partsWithRequest((body) => ({ ...body, type: 'lure.found' })), 'the payload of lure.lost does not fit'],
  ];

  it.each(refusals)('of %s', (_what, wrong, message) => {
    expect(() => asyncApiDocument(wrong() as ReturnType<typeof parts>)).toThrow(message);
  });
});
