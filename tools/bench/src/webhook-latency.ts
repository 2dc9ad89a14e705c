import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import type { Credentials } from '@cds/local/running-stack';

export interface Latency {
  sent: number;
  received: number;
  p50Ms: number;
  p99Ms: number;
}

interface Load {
  readonly perSecond: number;
  readonly seconds: number;
}

const WARM_UP_SECONDS = 8;
const ARRIVAL_LIMIT_MS = 10_000;

/** Milliseconds from sending POST /v1/catches to the webhook's arrival, at a steady rate of writes. */
export const webhookLatency = async (
  { base_url: baseUrl, api_key: key }: Credentials,
  load: Load,
): Promise<Latency> => {
  const receiver = await startReceiver();
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  // Half the processor time of `fetch`, which the product needs here.
  const client = new Pool(baseUrl, { connections: 32 });
  const post = async (path: string, body: object): Promise<string> => {
    const answer = await client.request({ path, method: 'POST', headers, body: JSON.stringify(body) });
    return ((await answer.body.json()) as { id: string }).id;
  };
  const endpoint = await post('/v1/webhooks', { url: receiver.url, event_types: ['catch.created'] });
  try {
    return await measure(receiver.receivedAt, load, () => post('/v1/catches', { species: 'walleye', weight_lbs: 3.2 }));
  } finally {
    const { authorization } = headers;
    await client.request({ path: `/v1/webhooks/${endpoint}`, method: 'DELETE', headers: { authorization } });
    await client.close();
    receiver.stop();
  }
};

/** The same from a server that does nothing but sign and send what it gets, before it answers. */
export const bareLatency = async (senderUrl: string, load: Load): Promise<Latency> => {
  const receiver = await startReceiver();
  const client = new Pool(senderUrl, { connections: 32 });
  let sent = 0;
  const write = async (): Promise<string> => {
    sent += 1;
    const body = JSON.stringify({ url: receiver.url, id: `catch_${sent}` });
    const answer = await client.request({ path: '/', method: 'POST', body });
    await answer.body.dump();
    return `catch_${sent}`;
  };
  try {
    return await measure(receiver.receivedAt, load, write);
  } finally {
    await client.close();
    receiver.stop();
  }
};

/** Notes when the webhook about each id arrived. */
const startReceiver = async () => {
  const receivedAt = new Map<string, number>();
  const server = createServer((request, response) => {
    const at = performance.now();
    void text(request).then((body) => {
      receivedAt.set((JSON.parse(body) as { data: { id: string } }).data.id, at);
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const stop = (): void => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, receivedAt, stop };
};

/** Calls `write`, which resolves with the id of what it wrote, at a steady rate, and waits for the webhooks. */
const measure = async (
  receivedAt: ReadonlyMap<string, number>,
  { perSecond, seconds }: Load,
  write: () => Promise<string>,
): Promise<Latency> => {
  // The first ones find code that was not compiled yet, in five services and in Kafka, and closed connections.
  await writeAt(perSecond, perSecond * WARM_UP_SECONDS, write);
  await sleep(1_000);
  const sentAt = await writeAt(perSecond, perSecond * seconds, write);
  const deadline = Date.now() + ARRIVAL_LIMIT_MS;
  while (Date.now() < deadline && [...sentAt.keys()].some((id) => !receivedAt.has(id))) await sleep(50);
  const taken = [...sentAt]
    .flatMap(([id, at]) => (receivedAt.has(id) ? [(receivedAt.get(id) ?? 0) - at] : []))
    .sort((a, b) => a - b);
  const at = (share: number) => taken[Math.min(taken.length - 1, Math.floor(taken.length * share))] ?? Number.NaN;
  return { sent: sentAt.size, received: taken.length, p50Ms: at(0.5), p99Ms: at(0.99) };
};

const writeAt = async (
  perSecond: number,
  count: number,
  write: () => Promise<string>,
): Promise<ReadonlyMap<string, number>> => {
  const sentAt = new Map<string, number>();
  const writeOne = async (): Promise<void> => {
    const at = performance.now();
    sentAt.set(await write(), at);
  };
  const start = performance.now();
  const writes: Promise<void>[] = [];
  for (let index = 0; index < count; index += 1) {
    await sleep(Math.max(0, start + (index * 1_000) / perSecond - performance.now()));
    writes.push(writeOne());
  }
  await Promise.all(writes);
  return sentAt;
};
