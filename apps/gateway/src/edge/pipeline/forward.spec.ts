import { jest } from '@jest/globals';
import { admitted, principalWith, proxiedRequest, routeTo } from '../../../test/proxied-request.builders.js';
import { LargeBodies } from '../forwarding/large-bodies.js';
import { Upstream } from '../upstreams/upstream.js';
import { ClientAddress } from '../../identity/principals/client-address.js';
import type { Upstreams } from '../upstreams/upstreams.js';
import { Forward } from './forward.js';

const of = jest.fn(() => new Upstream());
const addresses = new ClientAddress([]);
const forward = new Forward(
  { of } as unknown as Upstreams,
  () => 'signed',
  () => 'signed',
  addresses,
  () => 'signed',
  1_000,
  new LargeBodies(2),
);

beforeEach(() => void jest.clearAllMocks());

it.each([
  ['a call of the gateway', admitted(routeTo({ service: 'gateway' }))],
  ['a page', proxiedRequest('GET', '/signin')],
  ['a preflight', admitted(routeTo(), 'OPTIONS')],
])('leaves %s to others', async (_case, request) => {
  await forward.run(request);
  expect(of).not.toHaveBeenCalled();
});

it('refuses when no copy of the service is known', async () => {
  const request = admitted(routeTo());
  request.caller = principalWith('catches:read');
  await expect(forward.run(request)).rejects.toMatchObject({ code: 'service.unavailable', retryAfterSeconds: 1 });
  expect(of).toHaveBeenCalledWith('catch');
});

it('asks no service when the caller has gone while the body came in', async () => {
  const request = admitted(routeTo({ method: 'PATCH', bodyLimit: 10 }));
  const forwarded = forward.run(request);
  request.isOver = true;
  request.incoming.push(null);
  await forwarded;
  expect(of).not.toHaveBeenCalled();
});

it('leaves the body of a caller alone who has gone before', async () => {
  const request = admitted(routeTo({ method: 'POST', bodyLimit: 'streamed' }));
  request.isOver = true;
  await forward.run(request);
  expect(request.incoming.listenerCount('data')).toBe(0);
  expect(of).not.toHaveBeenCalled();
});

it('asks no service when the body is over the limit of the route', async () => {
  const request = admitted(routeTo({ method: 'PATCH', bodyLimit: 10 }), 'PATCH', { 'content-length': '11' });
  await expect(forward.run(request)).rejects.toMatchObject({ code: 'request.too_large' });
  expect(of).not.toHaveBeenCalled();
});
