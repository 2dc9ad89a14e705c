import { connect } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { eventually } from '@cds/testing';
import { identityHeaders, testCaller } from '@cds/testing/identity';
import type { Problem } from '../src/index.js';
import { type Harness, SERVICE, startHarness } from './kit.harness.js';
import { TackleHttp } from './tackle.controller.js';

let service: Harness;
beforeAll(async () => {
  service = await startHarness([TackleHttp]);
});
afterAll(() => service.stop());

const call = async (path: string, init: RequestInit = {}): Promise<{ response: Response; problem: Problem }> => {
  const requestId = new Headers(init.headers).get('x-request-id') ?? undefined;
  const response = await fetch(`${service.url}${path}`, {
    ...init,
    headers: { ...identityHeaders(SERVICE, testCaller(), requestId), ...init.headers },
  });
  return { response, problem: (await response.json()) as Problem };
};

const post = (
  body: string | Uint8Array<ArrayBuffer>,
  headers: Record<string, string> = { 'content-type': 'application/json' },
  path = '/v1/lures',
) => call(path, { method: 'POST', body, headers });

describe('an expected failure, even as the cause of another error', () => {
  test.each([
    ['invalid', 400],
    ['unauthenticated', 401],
    ['forbidden', 403],
    ['not-found', 404],
    ['conflict', 409],
    ['gone', 410],
    ['rejected', 422],
    ['too-many', 429],
    ['unavailable', 503],
  ])('of kind %s is answered with %i', async (kind, status) => {
    const { response, problem } = await call(`/v1/lures/fail/${kind}?secret=1`, {
      headers: { 'x-request-id': 'abc-1' },
    });
    expect(response.status).toBe(status);
    expect(response.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
    expect(response.headers.get('x-request-id')).toBe('abc-1');
    expect(problem).toEqual({
      type: 'https://api.example/problems/catch.not_found',
      title: 'There is no such catch',
      status,
      detail: 'No such lure.',
      instance: `/v1/lures/fail/${kind}`,
      code: 'catch.not_found',
      request_id: 'abc-1',
      ...((status === 400 || status === 422) && {
        errors: [{ pointer: '', code: 'not_found', detail: 'No such lure.' }],
      }),
    });
  });

  test.each([
    ['/api', '/api/v1/lures/fail/conflict'],
    ['/elsewhere', '/v1/lures/fail/conflict'],
  ])(
    'is told of the path that the caller asked, when the gateway says that it came under %s',
    async (prefix, instance) => {
      const { problem } = await call('/v1/lures/fail/conflict?x=1', { headers: { 'x-forwarded-prefix': prefix } });
      expect(problem.instance).toBe(instance);
    },
  );

  test('tells whole seconds to wait', async () => {
    const { response } = await call('/v1/lures/fail/too-many');
    expect(response.headers.get('retry-after')).toBe('3');
  });

  test('leaves its detail in the log alone', async () => {
    const { response } = await call('/v1/lures/fail/conflict');
    const id = response.headers.get('x-request-id');
    expect(await service.lineOf(id)).toMatchObject({
      msg: 'http.handled',
      status: 409,
      error_code: 'catch.not_found',
      error_detail: { row: 7 },
    });
  });
});

describe('an error that nobody expected', () => {
  test('is a 500 with nothing of the inside', async () => {
    const { response, problem } = await call('/v1/lures/crash');
    expect(response.status).toBe(500);
    expect(problem).toMatchObject({ code: 'internal.error', detail: 'Something went wrong on our side.' });
    expect(JSON.stringify(problem)).not.toContain('s3cr3t');
    expect(await service.lineOf(problem.request_id)).toMatchObject({
      level: 'error',
      status: 500,
      err: { message: 'secret inside: s3cr3t' },
    });
  });
});

describe('errors of the database, the framework and HTTP', () => {
  test('a database that is away is a 503 to try again after a second', async () => {
    const { response, problem } = await call('/v1/lures/database-away');
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toBe('1');
    expect(problem.code).toBe('service.unavailable');
  });

  test.each([
    ['an unknown path', '/v1/nothing', 'GET'],
    ['a method that the path does not take', '/v1/lures', 'PUT'],
    ['an exception of Nest', '/v1/lures/nest', 'GET'],
    ['a path segment of 600 characters', `/v1/lures/by-id/${'x'.repeat(600)}`, 'GET'],
  ])('%s is a 404', async (_case, path, method) => {
    const { response, problem } = await call(path, { method });
    expect(response.status).toBe(404);
    expect(problem.code).toBe('route.not_found');
  });

  test('a path that is not percent-encoded UTF-8 is a 400', async () => {
    const { response, problem } = await call('/v1/lures/by-id/%E0%A4%A');
    expect(response.status).toBe(400);
    expect(problem).toMatchObject({ code: 'request.invalid', detail: 'The path is not valid percent-encoded UTF-8.' });
    expect(response.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
    expect(response.headers.get('x-request-id')).toBe(problem.request_id);
  });

  test('a body over 1 MiB is a 413', async () => {
    const { response, problem } = await post(JSON.stringify({ name: 'x'.repeat(1_048_576) }));
    expect(response.status).toBe(413);
    expect(problem.code).toBe('request.too_large');
  });

  test.each([
    ['another content type', { 'content-type': 'text/plain' }],
    ['form data', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['another charset', { 'content-type': 'application/json; charset=utf-16' }],
    ['a compressed body', { 'content-type': 'application/json', 'content-encoding': 'gzip' }],
  ])('%s is a 415', async (_case, headers) => {
    const { response, problem } = await post('{}', headers);
    expect(response.status).toBe(415);
    expect(problem.code).toBe('request.unsupported_media_type');
  });
});

describe('what is not even HTTP', () => {
  const raw = async (bytes: string): Promise<string> => {
    const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
    socket.write(bytes);
    return readText(socket);
  };
  const problemIn = (answer: string): Problem => JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4)) as Problem;

  test('is a 400', async () => {
    const answer = await raw('HELLO\r\n\r\n');
    expect(answer).toContain('HTTP/1.1 400 Bad Request\r\ncontent-type: application/problem+json');
    expect(problemIn(answer)).toMatchObject({
      status: 400,
      code: 'request.invalid',
      type: 'https://api.example/problems/request.invalid',
    });
  });

  test('headers over 16 kB are a 431', async () => {
    const answer = await raw(`GET / HTTP/1.1\r\nhost: x\r\nx-long: ${'x'.repeat(20_000)}\r\n\r\n`);
    expect(answer).toContain('HTTP/1.1 431 ');
    expect(problemIn(answer).code).toBe('request.headers_too_large');
  });

  test('a client that leaves in the middle of its body is no failure of the service', async () => {
    const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
    const headers = Object.entries({
      ...identityHeaders(SERVICE, testCaller(), 'left'),
      'content-type': 'application/json',
      'content-length': '50',
    });
    socket.write(
      ['POST /v1/lures HTTP/1.1', 'host: x', ...headers.map(([name, value]) => `${name}: ${value}`), '', '{"a"'].join(
        '\r\n',
      ),
    );
    const handled = () =>
      service.lines.find((line) => line['request_id'] === 'left') ?? Promise.reject(new Error('no line'));
    setTimeout(() => socket.destroy(), 50);
    expect(await eventually(handled)).toMatchObject({ level: 'info', aborted: true });
  });
});

describe('a client that is too slow', () => {
  test('is a 408', async () => {
    const impatient = await startHarness([TackleHttp], {
      fastify: { requestTimeout: 100, http: { connectionsCheckingInterval: 50, headersTimeout: 100 } },
    });
    const socket = connect(Number(new URL(impatient.url).port), '127.0.0.1');
    socket.write('GET / HTTP/1.1\r\nhost:');
    const answer = await readText(socket);
    await impatient.stop();
    expect(answer).toContain('HTTP/1.1 408 Request Timeout\r\ncontent-type: application/problem+json');
    expect(answer).toContain('"code":"request.timeout"');
  });
});

describe('a body that is not JSON', () => {
  test.each([
    ['an unclosed object', '{"name": "x"', 'A closing brace is expected at line 1, column 13.'],
    ['a trailing comma', '{"name": "x",\n}', 'A member name in double quotes is expected at line 2, column 1.'],
    ['a bare word', 'lure', 'An invalid word stands at line 1, column 1.'],
    ['single quotes', "{'name': 1}", 'An invalid word stands at line 1, column 2.'],
    ['NaN', '{"weight_lbs": NaN}', 'An invalid word stands at line 1, column 16.'],
    ['two values', '{} {}', 'The end of the body is expected at line 1, column 4.'],
    ['a comment', '{/* hi */}', 'A comment is not allowed at line 1, column 2.'],
    ['a raw line break in a string', '{"name":"a\nb"}', 'A string is not closed at line 1, column 9.'],
  ])('%s is a 400 that tells where', async (_case, body, detail) => {
    const { response, problem } = await post(body);
    expect(response.status).toBe(400);
    expect(problem).toMatchObject({
      code: 'request.malformed_json',
      detail,
      errors: [{ pointer: '', code: 'malformed_json', detail }],
    });
  });

  test('bytes that are not UTF-8 are a 400', async () => {
    const { problem } = await post(new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]));
    expect(problem).toMatchObject({ status: 400, code: 'request.malformed_json', detail: 'The body is not UTF-8.' });
  });
});

describe('a body that could be read in two ways', () => {
  test('names each member that appears twice', async () => {
    const { problem } = await post('{"name":"a","n\\u0061me":"b","metadata":{"x":"1","x":"2"},"weight_lbs":1}');
    expect(problem).toMatchObject({ status: 400, code: 'request.invalid' });
    expect(problem.errors).toEqual([
      { code: 'duplicate_key', detail: '`name` appears more than once in its object.', pointer: '/name' },
      { code: 'duplicate_key', detail: '`metadata.x` appears more than once in its object.', pointer: '/metadata/x' },
    ]);
  });

  test.each([
    ['{"name":"a","weight_lbs":1,"__proto__":{"admin":true}}', '/__proto__'],
    ['{"name":"a","weight_lbs":1,"metadata":{"__proto__":"x"}}', '/metadata/__proto__'],
    ['{"name":"a","weight_lbs":1,"constructor":{"prototype":{}}}', '/constructor'],
  ])('refuses to touch a prototype: %s', async (body, pointer) => {
    const { problem } = await post(body);
    expect(problem).toMatchObject({ status: 400, errors: [{ code: 'unknown_field', pointer }] });
  });

  test('names what else is wrong, and takes the last of two values', async () => {
    const { problem } = await post('{"name":"a","name":"b","weight_lbs":-1,"foo":1,"metadata":{"__proto__":{}}}');
    const found = problem.errors?.map((one) => [one.code, 'pointer' in one && one.pointer]);
    expect(found).toEqual([
      ['unknown_field', '/metadata/__proto__'],
      ['duplicate_key', '/name'],
      ['too_small', '/weight_lbs'],
      ['unknown_field', '/foo'],
    ]);
    expect(problem.detail).toContain('3 more errors are in `errors`.');
  });

  test('is refused together with what knowledge refuses', async () => {
    const { problem } = await post('{"name":"x","name":"boot","weight_lbs":1}', undefined, '/v1/lures/known');
    expect(problem).toMatchObject({ status: 400, errors: [{ code: 'duplicate_key' }, { code: 'species.unknown' }] });
  });

  test.each([
    ['opened alone', '['.repeat(100_000)],
    ['opened as members', '{"a":'.repeat(100_000)],
    ['closed by the wrong bracket', '[},'.repeat(100_000)],
    ['after a string that nobody closes', `"${'['.repeat(100_000)}`],
  ])('refuses 100,000 brackets %s', async (_case, body) => {
    const { problem } = await post(body);
    expect(problem).toMatchObject({ status: 400, code: expect.stringMatching(/^request\.(invalid|malformed_json)$/) });
  });

  test('refuses to nest deeper than 64', async () => {
    const { problem } = await post(`${'['.repeat(100_000)}${']'.repeat(100_000)}`);
    expect(problem).toMatchObject({ status: 400, errors: [{ code: 'too_deep', pointer: '' }] });
  });
});

describe('a body that cannot be taken', () => {
  const FAULTY: [string, string, Record<string, string>, number, string][] = [
    ['no JSON', '{', { 'content-type': 'application/json' }, 400, 'request.malformed_json'],
    [
      'a member twice',
      '{"name":"a","name":"b","weight_lbs":1}',
      { 'content-type': 'application/json' },
      400,
      'request.invalid',
    ],
    ['too deep', `${'['.repeat(65)}${']'.repeat(65)}`, { 'content-type': 'application/json' }, 400, 'request.invalid'],
    ['text', 'a lure', { 'content-type': 'text/plain' }, 415, 'request.unsupported_media_type'],
    [
      'another charset',
      '{}',
      { 'content-type': 'application/json; charset=utf-16' },
      415,
      'request.unsupported_media_type',
    ],
    [
      'compressed',
      '{}',
      { 'content-type': 'application/json', 'content-encoding': 'gzip' },
      415,
      'request.unsupported_media_type',
    ],
  ];
  const send = (method: string, path: string, body: string, headers: Record<string, string>) =>
    call(path, { method, body, headers });

  test.each(FAULTY)('comes after whose it is: %s', async (_case, body, headers, status, code) => {
    expect((await send('PATCH', '/v1/lures/theirs', body, headers)).problem).toMatchObject({
      status: 404,
      code: 'catch.not_found',
    });
    expect((await send('PATCH', '/v1/lures/mine', body, headers)).problem).toMatchObject({ status, code });
  });

  test.each(FAULTY)('is refused by a route that takes none: %s', async (_case, body, headers, status, code) => {
    expect((await send('POST', '/v1/lures/ping', body, headers)).problem).toMatchObject({ status, code });
    expect((await send('DELETE', '/v1/lures/7', body, headers)).problem).toMatchObject({ status, code });
  });

  test('comes after there being a route', async () => {
    expect((await send('POST', '/v1/nothing', '{', { 'content-type': 'application/json' })).problem).toMatchObject({
      status: 404,
      code: 'route.not_found',
    });
  });

  test('without a type is a 415 too', async () => {
    expect((await send('PATCH', '/v1/lures/mine', '{}', { 'content-type': '' })).problem.status).toBe(415);
  });

  test('is a 413 before all else when it is too large', async () => {
    const { problem } = await send('PATCH', '/v1/lures/theirs', `"${'x'.repeat(1_048_576)}"`, {
      'content-type': 'application/json',
    });
    expect(problem).toMatchObject({ status: 413, code: 'request.too_large' });
  });
});
