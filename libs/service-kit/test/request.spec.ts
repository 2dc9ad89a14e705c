import { identityHeaders, testCaller } from '@cds/testing/identity';
import { eventually } from '@cds/testing';
import { Controller, Get } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { type Harness, SERVICE, startHarness } from './kit.harness.js';
import { TackleHttp } from './tackle.controller.js';

@Controller('open')
class OpenHttp {
  @Get()
  @RouteConfig({ open: true })
  read(): string {
    return 'open';
  }
}

let service: Harness;
beforeAll(async () => {
  service = await startHarness([TackleHttp]);
});
afterAll(() => service.stop());

const TRACE = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${service.url}${path}`, {
    headers: { ...identityHeaders(SERVICE, testCaller(), headers['x-request-id']), ...headers },
  });

describe('without a valid identity', () => {
  test.each(['/v1/lures', '/v1/nothing', '/metrics'])('%s is a 401', async (path) => {
    const response = await fetch(`${service.url}${path}`);
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toBe('Bearer realm="catch-data-service"');
    expect(await response.json()).toMatchObject({
      code: 'auth.identity',
      type: 'https://api.example/problems/auth.identity',
    });
  });

  test('an identity for another service is a 401', async () => {
    expect((await get('/v1/lures', identityHeaders('species'))).status).toBe(401);
  });

  test('an identity for another request is a 401', async () => {
    const headers = identityHeaders(SERVICE, testCaller(), 'r-1');
    expect((await fetch(`${service.url}/v1/lures`, { headers })).status).toBe(200);
    expect((await fetch(`${service.url}/v1/lures`, { headers: { ...headers, 'x-request-id': 'r-2' } })).status).toBe(
      401,
    );
  });

  test('health is answered', async () => {
    expect((await fetch(`${service.url}/health/live`)).status).toBe(200);
    expect((await fetch(`${service.url}/health/ready`)).status).toBe(503);
  });
});

test('a caller without the scope of the route is a 403', async () => {
  const caller = testCaller({ scopes: ['catches:write', 'admin'] });
  const answer = await get('/v1/lures', identityHeaders(SERVICE, caller, 'r-1'));
  expect(answer.status).toBe(403);
  expect(await answer.json()).toMatchObject({
    code: 'auth.scope',
    detail: 'The credential lacks the scope catches:read.',
  });
});

describe('a service', () => {
  test('does not start with a route that the API does not have', async () => {
    await expect(startHarness([TackleHttp], { scopeOf: () => undefined })).rejects.toThrow('has no scope');
  });

  test('does not start with a route that takes a scope and asks for no identity', async () => {
    await expect(startHarness([OpenHttp], { scopeOf: () => 'catches:read' })).rejects.toThrow('is open');
  });
});

describe('a request', () => {
  test('knows its caller, id and trace in handlers', async () => {
    const body = await (await get('/v1/lures/me', { 'x-request-id': 'r-1', traceparent: TRACE })).json();
    expect(body).toEqual({ caller: { ...testCaller(), address: null, requestId: 'r-1', traceparent: TRACE } });
  });

  test('gets an id when it brings none', async () => {
    expect((await fetch(`${service.url}/v1/lures`)).headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });

  test.each([
    ['over 128 characters', 'x'.repeat(129)],
    ['with blanks', 'a b'],
    ['with a quote', 'a"b'],
  ])('gets a new id in place of one %s', async (_case, id) => {
    expect((await get('/v1/lures', { 'x-request-id': id })).headers.get('x-request-id')).not.toBe(id);
  });

  test.each([
    ['none', {}],
    ['a malformed one', { traceparent: '00-zz-yy-01' }],
    ['one of zeros', { traceparent: `00-${'0'.repeat(32)}-00f067aa0ba902b7-01` }],
  ])('with %s starts a trace', async (_case, headers) => {
    const body = (await (await get('/v1/lures/me', headers)).json()) as { caller: { traceparent: string } };
    expect(body.caller.traceparent).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
  });
});

describe('the line about a request', () => {
  test('has who, what, how long and how it went', async () => {
    await get('/v1/lures/by-id/catch_01h455vb4pex5vsknk084sn02q', { 'x-request-id': 'line-1', traceparent: TRACE });
    expect(await service.lineOf('line-1')).toEqual({
      level: 'info',
      time: expect.stringMatching(/^\d{4}-.*Z$/),
      service: SERVICE,
      msg: 'http.handled',
      request_id: 'line-1',
      trace_id: '4bf92f3577b34da6a3ce929d0e0e4736',
      method: 'GET',
      route: '/v1/lures/by-id/:id',
      status: 200,
      duration_ms: expect.any(Number),
      account_id: testCaller().accountId,
    });
  });

  test('is there for a route that is not', async () => {
    await get('/v1/nothing', { 'x-request-id': 'line-2' });
    expect(await service.lineOf('line-2')).toMatchObject({
      route: 'unmatched',
      status: 404,
      error_code: 'route.not_found',
    });
  });

  test('is not there for health', async () => {
    await fetch(`${service.url}/health/live`, { headers: { 'x-request-id': 'line-3' } });
    await get('/v1/lures', { 'x-request-id': 'line-4' });
    await service.lineOf('line-4');
    expect(service.lines.filter((line) => line['request_id'] === 'line-3')).toEqual([]);
  });
});

describe('the internal port', () => {
  test('serves metrics of requests by route pattern, and of the process', async () => {
    await get('/v1/lures/by-id/catch_01h455vb4pex5vsknk084sn02q');
    const metrics = await eventually(async () => {
      const text = await (await fetch(`${service.internalUrl}/metrics`)).text();
      expect(text).toContain(
        'http_request_duration_seconds_count{method="GET",route="/v1/lures/by-id/:id",status="200"}',
      );
      return text;
    });
    expect(metrics).toContain('nodejs_eventloop_lag_seconds');
    expect(metrics).toContain('process_resident_memory_bytes');
    expect(metrics).not.toContain('/health');
  });

  test('serves health, and nothing else', async () => {
    expect((await fetch(`${service.internalUrl}/health/live`)).status).toBe(200);
    const ready = await fetch(`${service.internalUrl}/health/ready`);
    expect(ready.status).toBe(503);
    expect(await ready.json()).toEqual({
      status: 'not-ready',
      checks: { database: { status: 'failed', error: expect.any(String) } },
    });
    expect((await fetch(`${service.internalUrl}/v1/lures`)).status).toBe(404);
  });
});
