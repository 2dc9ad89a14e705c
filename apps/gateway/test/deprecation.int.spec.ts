import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ROUTES } from '../src/edge/routing/routes.js';
import { type GatewayHarness, startGateway } from './gateway.harness.js';
import { startUpstream, type TestUpstream } from './upstream.harness.js';

const deprecation = {
  since: new Date('2026-11-01T00:00:00Z'),
  sunset: new Date('2027-05-01T00:00:00Z'),
  link: 'https://api.example.com/docs',
};
const OLD = ['/v1/catches', '/v1/me'];

let upstream: TestUpstream;
let gateway: GatewayHarness;
beforeAll(async () => {
  upstream = await startUpstream();
  const routes = ROUTES.map((route) => (OLD.includes(route.path) ? { ...route, deprecation } : route));
  gateway = await startGateway({ upstreams: { catch: upstream.url }, routes });
});
afterAll(async () => {
  await gateway.stop();
  await upstream.stop();
});

describe('a call that goes away', () => {
  it.each(OLD)('%s says since when, until when, and where to read on', async (path) => {
    expect((await gateway.call(path)).headers).toMatchObject({
      deprecation: '@1793491200',
      sunset: 'Sat, 01 May 2027 00:00:00 GMT',
      link:
        '<https://api.example.com/docs>; rel="deprecation"; type="text/html", ' +
        '<https://api.example.com/docs>; rel="sunset"; type="text/html"',
    });
  });

  it('says so when it is refused too', async () => {
    expect(
      (await gateway.call('/v1/catches', { headers: { authorization: 'Bearer cds_live_short' } })).headers,
    ).toHaveProperty('sunset');
  });

  it('is no other call', async () => {
    expect((await gateway.call('/v1/anglers')).headers).not.toHaveProperty('deprecation');
  });
});
