import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type GatewayHarness, startGateway } from './gateway.harness.js';
import { problemOf, send } from './http.harness.js';

let gateway: GatewayHarness;
beforeAll(async () => void (gateway = await startGateway()));
afterAll(() => gateway.stop());

describe('GET /v1/me', () => {
  it('tells account, credential and scopes', async () => {
    const { key, id, accountId } = await gateway.storeKey({ scopes: ['catches:read'] });
    const answer = await send(gateway.url, '/v1/me', { headers: { authorization: `Bearer ${key}` } });
    expect(answer.status).toBe(200);
    expect(JSON.parse(answer.text)).toEqual({
      account: { id: accountId, name: 'Test account' },
      credential: { type: 'api_key', id, name: 'test' },
      scopes: ['catches:read'],
    });
  });

  it('is there under /api too, with the headers of every answer', async () => {
    const answer = await gateway.call('/api/v1/me', { headers: { 'x-request-id': 'me-1' } });
    expect(answer.status).toBe(200);
    expect(answer.headers).toMatchObject({
      'x-request-id': 'me-1',
      'access-control-allow-origin': '*',
      etag: expect.any(String),
    });
  });

  it('names unknown parameters under the path that was asked', async () => {
    const answer = await gateway.call('/api/v1/me?color=red');
    expect(problemOf(answer)).toMatchObject({
      status: 400,
      code: 'request.invalid',
      instance: '/api/v1/me',
      errors: [{ parameter: 'color' }],
    });
  });

  it('asks for a credential', async () => {
    expect(problemOf(await send(gateway.url, '/v1/me')).code).toBe('auth.missing');
  });

  it('is logged once, with who called', async () => {
    const answer = await gateway.call('/v1/me');
    const lines = () =>
      gateway.log.filter(({ msg, request_id: id }) => msg === 'http.handled' && id === answer.headers['x-request-id']);
    await gateway.service.stop();
    expect(lines()).toEqual([
      expect.objectContaining({ method: 'GET', status: 200, account_id: expect.stringMatching(/^acc_/) }),
    ]);
  });
});
