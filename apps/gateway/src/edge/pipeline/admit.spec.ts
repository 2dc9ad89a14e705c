import { jest } from '@jest/globals';
import { proxiedRequest, routeTo } from '../../../test/proxied-request.builders.js';
import { RouteMatcher } from '../routing/route-matcher.js';
import { Admit } from './admit.js';
import type { Answer } from './answer.js';

const READ = routeTo();
const UPLOAD = routeTo({ method: 'POST', path: '/v1/catches/{id}/photos', bodyLimit: 'streamed' });
const EDIT = routeTo({ method: 'PATCH', bodyLimit: 1_000 });

const refuse = jest.fn();
const admit = new Admit(new RouteMatcher([READ, UPLOAD, EDIT]), { refuse } as unknown as Answer, 1_000);

beforeEach(() => {
  jest.useFakeTimers();
  refuse.mockReset();
});
afterEach(() => void jest.useRealTimers());

describe('a call of the API', () => {
  it.each(['/v1/catches/catch_1?fields=id', '/api/v1/catches/catch_1'])('%s gets its route', async (url) => {
    const request = proxiedRequest('GET', url);
    await admit.run(request);
    expect(request.route).toBe(READ);
  });

  it('goes on without a route where the path or the method has none', async () => {
    const [unknown, wrong] = [proxiedRequest('GET', '/v1/nothing'), proxiedRequest('PUT', '/v1/catches/catch_1')];
    await admit.run(unknown);
    await admit.run(wrong);
    expect([unknown.matched, unknown.route, wrong.route]).toEqual([undefined, undefined, undefined]);
    expect(wrong.matched?.allow).toBe('GET, HEAD, PATCH, OPTIONS');
  });

  it.each([
    ['has no body', 'GET', '/v1/catches/catch_1', {}],
    ['is an upload', 'POST', '/v1/catches/catch_1/photos', { 'transfer-encoding': 'chunked' }],
  ])('has no deadline when it %s', async (_case, method, url, headers) => {
    await admit.run(proxiedRequest(method, url, headers));
    expect(jest.getTimerCount()).toBe(0);
  });
});

it.each([
  ['PATCH', '/v1/catches/catch_1'],
  ['POST', '/signin'],
  ['POST', '/oauth/token'],
])('refuses %s %s when its body has not arrived in time', async (method, url) => {
  const request = proxiedRequest(method, url, { 'content-length': '10' });
  await admit.run(request);
  jest.advanceTimersByTime(1_000);
  expect(refuse).toHaveBeenCalledWith(request, expect.objectContaining({ code: 'request.timeout' }));
  expect(request.response.shouldKeepAlive).toBe(false);
});

it.each([
  ['is there', { complete: true }],
  ['waits to be read', { readableFlowing: null, readableLength: 1_000, readableHighWaterMark: 1_000 }],
])('leaves a body alone that %s, however long the request waits', async (_case, state) => {
  const request = proxiedRequest('PATCH', '/v1/catches/catch_1', { 'content-length': '10' });
  for (const [name, value] of Object.entries(state)) Object.defineProperty(request.incoming, name, { value });
  await admit.run(request);
  jest.advanceTimersByTime(10_000);
  expect(refuse).not.toHaveBeenCalled();
});

it('closes the connection of a body that arrives too late for a request that is answered', async () => {
  const request = proxiedRequest('PATCH', '/v1/catches/catch_1', { 'content-length': '10' });
  await admit.run(request);
  request.isOver = true;
  jest.advanceTimersByTime(1_000);
  expect([request.incoming.socket.destroyed, jest.getTimerCount()]).toEqual([true, 0]);
});

it('leaves the address of a page alone', async () => {
  const request = proxiedRequest('GET', '/signin');
  await admit.run(request);
  expect([request.isApiCall, request.matched]).toEqual([false, undefined]);
});
