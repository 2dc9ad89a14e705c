import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@cds/testing';
import { CredentialEnds } from '../src/edge/pipeline/credential-ends.js';
import { ROUTES } from '../src/edge/routing/routes.js';
import { type GatewayHarness, startGateway } from './gateway.harness.js';
import { startUpstream, type TestUpstream } from './upstream.harness.js';

const PATH = '/v1/events/stream';
const QUICK = ROUTES.map((route) => ({ ...route, timeoutMs: 300 }));

let service: TestUpstream;
let gateway: GatewayHarness;
const streams: ServerResponse[] = [];
beforeAll(async () => {
  service = await startUpstream();
  service.answerWith((request, response) => {
    if (!request.url?.startsWith(PATH)) return void response.end('{}');
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.flushHeaders();
    streams.push(response);
  });
  gateway = await startGateway({
    upstreams: { webhook: service.url },
    routes: QUICK,
    environment: { IN_FLIGHT_PER_ACCOUNT: '1' },
  });
});
afterAll(() => service.stop());

interface Reading {
  readonly texts: string[];
  readonly response: Response;
  /** How it ended; null while it lasts. */
  end: 'in order' | 'broken off' | null;
  close(): void;
}

const open = async (key = gateway.key): Promise<Reading> => {
  const aborting = new AbortController();
  const response = await fetch(`${gateway.url}${PATH}`, {
    headers: { authorization: `Bearer ${key}`, 'accept-encoding': 'gzip, br' },
    signal: aborting.signal,
  });
  const reading: Reading = { texts: [], response, end: null, close: () => aborting.abort() };
  const read = async (): Promise<void> => {
    for await (const piece of response.body ?? []) reading.texts.push(Buffer.from(piece as Uint8Array).toString());
  };
  read().then(
    () => (reading.end = 'in order'),
    () => (reading.end = 'broken off'),
  );
  return reading;
};

describe('a stream of events', () => {
  it('passes each piece on at once, as it is, for longer than the route’s time', async () => {
    const reading = await open();
    expect(reading.response.headers.get('content-type')).toBe('text/event-stream');
    expect(reading.response.headers.get('content-encoding')).toBeNull();
    const began = performance.now();
    for (let number = 1; performance.now() - began < 400; number += 1) {
      streams.at(-1)?.write(`data: ${number}\n\n`);
      await eventually(() => expect(reading.texts.join('')).toContain(`data: ${number}\n\n`));
    }
    expect(reading.end).toBeNull();
    reading.close();
    await eventually(() => expect(service.abandoned).toEqual([PATH]));
  });

  it('leaves its account as many requests under way as before', async () => {
    const readings = [await open(), await open(), await open()];
    const answer = await gateway.call('/v1/webhooks');
    expect(answer.status).toBe(200);
    for (const reading of readings) reading.close();
    await eventually(() => expect(service.abandoned).toHaveLength(4));
  });

  it.each([
    ['is revoked', { method: 'DELETE' }],
    ['loses the scope', { method: 'PATCH', body: JSON.stringify({ scopes: ['webhooks:read'] }) }],
  ])('ends in order when its key %s, and goes on while that is good', async (_how, sending) => {
    const { key, id } = await gateway.storeKey();
    const [reading, other] = [await open(key), await open()];
    const ends = gateway.service.app.get(CredentialEnds);
    await ends.endOver();
    expect([reading.end, other.end]).toEqual([null, null]);
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    expect((await gateway.call(`/v1/api-keys/${id}`, { ...sending, headers })).status).toBeLessThan(300);
    await eventually(async () => {
      await ends.endOver();
      expect(reading.end).toBe('in order');
    });
    expect(other.end).toBeNull();
    const before = service.abandoned.length;
    other.close();
    await eventually(() => expect(service.abandoned.length).toBeGreaterThan(before));
  });

  it('ends in order when the gateway stops, so that its reader connects again', async () => {
    const reading = await open();
    streams.at(-1)?.write('data: last\n\n');
    await eventually(() => expect(reading.texts).toEqual(['data: last\n\n']));
    await gateway.stop();
    await eventually(() => expect(reading.end).toBe('in order'));
    await eventually(() => expect(service.abandoned).toHaveLength(9));
  });
});
