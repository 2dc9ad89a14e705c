import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Credentials } from '@cds/local/running-stack';

export interface Latency {
  sent: number;
  received: number;
  p50Ms: number;
  p99Ms: number;
}

/** Milliseconds from sending POST /v1/catches to the webhook's arrival, at a steady rate of writes. */
export const webhookLatency = async (
  { base_url: baseUrl, api_key: key }: Credentials,
  perSecond: number,
  seconds: number,
): Promise<Latency> => {
  const receivedAt = new Map<string, number>();
  const server = createServer((request, response) => {
    const at = performance.now();
    void text(request).then((body) => {
      receivedAt.set((JSON.parse(body) as { data: { id: string } }).data.id, at);
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const post = async (path: string, body: object) =>
    (await fetch(`${baseUrl}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })).json() as Promise<{
      id: string;
    }>;
  const endpoint = await post('/v1/webhooks', { url, event_types: ['catch.created'] });
  const sentAt = new Map<string, number>();
  const write = async () => {
    const at = performance.now();
    sentAt.set((await post('/v1/catches', { species: 'walleye', weight_lbs: 3.2 })).id, at);
  };
  // The first ones find cold code and closed connections.
  for (let warm = 0; warm < 20; warm += 1) await write();
  await sleep(1_000);
  sentAt.clear();
  const start = performance.now();
  const writes: Promise<void>[] = [];
  for (let index = 0; index < perSecond * seconds; index += 1) {
    await sleep(Math.max(0, start + (index * 1_000) / perSecond - performance.now()));
    writes.push(write());
  }
  await Promise.all(writes);
  for (
    const deadline = Date.now() + 10_000;
    Date.now() < deadline && [...sentAt.keys()].some((id) => !receivedAt.has(id));
  )
    await sleep(50);
  await fetch(`${baseUrl}/v1/webhooks/${endpoint.id}`, {
    method: 'DELETE',
    headers: { authorization: headers.authorization },
  });
  server.close();
  server.closeAllConnections();
  const taken = [...sentAt]
    .flatMap(([id, at]) => (receivedAt.has(id) ? [(receivedAt.get(id) ?? 0) - at] : []))
    .sort((a, b) => a - b);
  const at = (share: number) => taken[Math.min(taken.length - 1, Math.floor(taken.length * share))] ?? Number.NaN;
  return { sent: sentAt.size, received: taken.length, p50Ms: at(0.5), p99Ms: at(0.99) };
};
