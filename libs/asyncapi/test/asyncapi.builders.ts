import { instantSchema, publicPhotoSchema, versionSchema } from '@cds/contracts/events';
import { z } from 'zod';
import type { AsyncApiParts, ExampleEvent } from '../src/asyncapi-parts.js';

const WHEN = '2026-11-21T09:00:00.000Z';
const file = { url: 'https://catches.example.com/1.jpg', width: 2_048, height: 1_024 };
const PHOTO = { ...file, id: 'pho_1', variants: { thumb: file, small: file, large: file }, created_at: WHEN };

export const lureLost = {
  topic: 'catch.events',
  schema: z
    .object({ id: z.string(), lost_at: instantSchema, photos: z.array(publicPhotoSchema), version: versionSchema })
    .meta({ description: 'A lure was lost.' }),
  sample: { id: 'lure_1', lost_at: WHEN, photos: [PHOTO], version: 2 },
};
export const speciesNamed = {
  topic: 'species.catalog',
  schema: z.object({ id: z.string(), name: z.string() }).meta({ description: 'A species has a name.' }),
  sample: { id: 'spc_1', name: 'Largemouth bass' },
};

const request = ({ id, type, time, data }: ExampleEvent) => ({
  headers: {
    'content-type': 'application/json',
    'user-agent': 'tests',
    'webhook-id': 'msg_1',
    'webhook-timestamp': '1',
    'webhook-signature': 'v1,x',
  },
  body: JSON.stringify({ id, type, timestamp: time.toISOString(), data }),
});

/** One event that webhooks tell of, one on a compacted topic, its backfill, and one dead-letter topic. */
export const parts = (overrides: Partial<AsyncApiParts> = {}): AsyncApiParts => ({
  version: '1.2.3',
  events: { LureLostV1: lureLost, SpeciesNamedV1: speciesNamed },
  topics: [
    { name: 'catch.events', partitions: 6, config: { 'cleanup.policy': 'delete', 'retention.ms': '86400000' } },
    {
      name: 'species.catalog',
      partitions: 3,
      config: { 'cleanup.policy': 'compact', 'delete.retention.ms': '604800000' },
    },
    { name: 'species.catalog.webhook.backfill', partitions: 3, config: { 'cleanup.policy': 'delete' } },
    {
      name: 'catch.events.webhook.dlq',
      partitions: 1,
      config: { 'cleanup.policy': 'delete', 'max.message.bytes': '2097152' },
    },
  ],
  webhooks: {
    delivered: [{ event: 'LureLostV1', type: 'lure.lost', audience: 'owner' }],
    answerSeconds: 15,
    retrySeconds: [5, 300, 7_200],
    payloadLimitBytes: 20_000,
    exampleSecret: 'whsec_x',
    examplePublicKey: 'whpk_x',
    requestOf: request,
  },
  ...overrides,
});

/** The same, with another request to the receiver. */
export const partsWithRequest = (change: (body: { data: Record<string, unknown> }) => object): AsyncApiParts => {
  const { webhooks } = parts();
  const requestOf = (event: ExampleEvent) => ({
    ...request(event),
    body: JSON.stringify(change(JSON.parse(request(event).body) as { data: Record<string, unknown> })),
  });
  return parts({ webhooks: { ...webhooks, requestOf } });
};
