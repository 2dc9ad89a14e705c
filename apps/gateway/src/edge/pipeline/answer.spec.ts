import { jest } from '@jest/globals';
import { admitted, answerOf, proxiedRequest, quotaOf, routeTo } from '../../../test/proxied-request.builders.js';
import { invalidCredential, scopesMissing } from '../../identity/principals/credentials.errors.js';
import { methodNotAllowed, noSuchRoute } from '../routing/routing.errors.js';
import { Answer } from './answer.js';
import type { OwnRoutes } from './own-routes.js';

const own = { answer: jest.fn() };
const answer = new Answer(own as unknown as OwnRoutes, 'https://api.example');

beforeEach(() => void jest.clearAllMocks());

describe('the end of the pipeline', () => {
  it.each([
    ['a call of the gateway', admitted(routeTo({ service: 'gateway' }))],
    ['a page', proxiedRequest('GET', '/signin')],
  ])('gives %s to the own routes', async (_case, request) => {
    await answer.run(request);
    expect(own.answer).toHaveBeenCalledWith(request);
  });

  it('answers a preflight with what the path takes and what is left', async () => {
    const request = admitted(routeTo(), 'OPTIONS');
    request.quota = quotaOf(5);
    await answer.run(request);
    expect(answerOf(request)).toMatchObject({
      status: 204,
      headers: {
        allow: 'GET, HEAD, OPTIONS',
        'access-control-allow-methods': 'GET, HEAD',
        ratelimit: '"default";r=5;t=60',
      },
    });
  });

  it('has nothing to do for a call of a service, nor for a caller who has gone', async () => {
    const [forwarded, gone] = [admitted(routeTo()), admitted(routeTo({ service: 'gateway' }))];
    gone.isOver = true;
    await answer.run(forwarded);
    await answer.run(gone);
    expect(own.answer).not.toHaveBeenCalled();
    expect(answerOf(forwarded).headersSent).toBe(false);
  });
});

describe('a refusal', () => {
  it('is a problem under the path that the caller used, with the headers of every answer', () => {
    const request = proxiedRequest('GET', '/api/v1/nothing?x=1', { 'x-request-id': 'mine' });
    answer.refuse(request, noSuchRoute('/v1/nothing'));
    const { status, headers, text } = answerOf(request);
    expect(JSON.parse(text)).toMatchObject({
      instance: '/api/v1/nothing',
      request_id: 'mine',
      code: 'route.not_found',
    });
    expect([status, headers['content-length']]).toEqual([404, String(Buffer.byteLength(text))]);
    expect(headers).toMatchObject({ 'x-request-id': 'mine', 'access-control-allow-origin': '*' });
  });

  it('of a method says what the path takes', () => {
    const request = admitted(routeTo(), 'PUT');
    answer.refuse(request, methodNotAllowed('PUT', 'GET, HEAD, OPTIONS'));
    expect(answerOf(request).headers['allow']).toBe('GET, HEAD, OPTIONS');
  });

  it('of a scope names the scope, and of a credential none', () => {
    const [lacking, wrong] = [admitted(routeTo()), admitted(routeTo())];
    answer.refuse(lacking, scopesMissing(['catches:read']));
    answer.refuse(wrong, invalidCredential('unknown'));
    expect([lacking, wrong].map((request) => answerOf(request).headers['www-authenticate'])).toEqual([
      'Bearer realm="catch-data-service", error="insufficient_scope", scope="catches:read"',
      'Bearer realm="catch-data-service", error="invalid_token"',
    ]);
  });

  it('ends what a service still does for the request before it is written', () => {
    const request = admitted(routeTo());
    const stop = jest.fn(() => expect(answerOf(request).headersSent).toBe(false));
    request.forwarding = { stop };
    answer.refuse(request, noSuchRoute('/v1/nothing'));
    expect(stop).toHaveBeenCalledTimes(1);
    expect(answerOf(request).status).toBe(404);
  });

  it('cuts off an answer that has begun, and comes once', () => {
    const request = admitted(routeTo());
    answerOf(request).headersSent = true;
    answer.refuse(request, noSuchRoute('/v1/nothing'));
    answer.refuse(request, noSuchRoute('/v1/nothing'));
    expect(answerOf(request)).toMatchObject({ isDestroyed: true, status: undefined });
  });
});
