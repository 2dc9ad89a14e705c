import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually, testDatabase } from '@cds/testing';
import { Browser, problemIn } from './browser.harness.js';
import { type GatewayHarness, startGateway } from './gateway.harness.js';
import { problemOf, send } from './http.harness.js';
import { type Tunnel, tunnelTo } from './tunnel.harness.js';
import { startUpstream, type TestUpstream } from './upstream.harness.js';

let tunnel: Tunnel;
let upstream: TestUpstream;
let gateway: GatewayHarness;
let unseen: string;

beforeAll(async () => {
  tunnel = await tunnelTo(await testDatabase('gateway'));
  upstream = await startUpstream();
  gateway = await startGateway({ database: tunnel.database, upstreams: { catch: upstream.url } });
  unseen = (await gateway.storeKey()).key;
  expect((await gateway.call('/v1/catches')).status).toBe(200);
  tunnel.cut();
});
afterAll(async () => {
  tunnel.mend();
  await gateway.stop();
  await upstream.stop();
});

describe('while the database is away', () => {
  it('who was here a moment ago goes on, past the second for which a key is remembered', async () => {
    const until = Date.now() + 2_500;
    while (Date.now() < until) expect((await gateway.call('/v1/catches')).status).toBe(200);
  });

  it('who was not gets a 503 that says when to come again', async () => {
    const answer = await send(gateway.url, '/v1/catches', { headers: { authorization: `Bearer ${unseen}` } });
    expect(problemOf(answer)).toEqual(
      expect.objectContaining({
        status: 503,
        code: 'service.unavailable',
        detail: 'API keys cannot be checked right now.',
      }),
    );
    expect(answer.headers['retry-after']).toBe('1');
  });

  it('who signs in gets a page that says the same', async () => {
    const browser = new Browser(gateway.url);
    for (const [page, action] of [
      ['/signin', '/signin'],
      ['/password/forgot', '/password/forgot'],
    ] as const) {
      const answer = await browser.submit(page, action, { email: 'somebody@example.com', password: 'whatever it is' });
      expect([answer.status, answer.headers['retry-after'], answer.headers['content-type']]).toEqual([
        503,
        '1',
        'text/html; charset=utf-8',
      ]);
      expect(problemIn(answer)).toBe('The service cannot reach what it needs right now.');
    }
  });

  it('malformed keys and unknown routes are told so all the same', async () => {
    expect((await send(gateway.url, '/v1/catches', { headers: { authorization: 'Bearer x' } })).status).toBe(401);
    expect((await gateway.call('/v1/nothing')).status).toBe(404);
  });

  it('the gateway is alive, and not ready', async () => {
    expect((await send(gateway.url, '/health/live')).status).toBe(200);
    expect((await send(gateway.url, '/health/ready')).status).toBe(503);
  });

  it('and back again, everybody is let in', async () => {
    tunnel.mend();
    await eventually(async () =>
      expect((await send(gateway.url, '/v1/catches', { headers: { authorization: `Bearer ${unseen}` } })).status).toBe(
        200,
      ),
    );
    await eventually(async () => expect((await send(gateway.url, '/health/ready')).status).toBe(200));
  });
});
