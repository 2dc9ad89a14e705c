import { sentenceOf } from '@cds/errors';
import { identityHeaders } from '@cds/testing/identity';
import type { Problem } from '../src/index.js';
import { type Harness, SERVICE, startHarness } from './kit.harness.js';
import { TackleHttp } from './tackle.controller.js';

let service: Harness;
beforeAll(async () => {
  service = await startHarness([TackleHttp]);
});
afterAll(() => service.stop());

const call = async (path: string, init: RequestInit = {}) => {
  const response = await fetch(`${service.url}${path}`, {
    ...init,
    headers: { ...identityHeaders(SERVICE), ...init.headers },
  });
  const body = (await response.json()) as Problem & Record<string, unknown>;
  return { status: response.status, body };
};
const post = (body: unknown, path = '/v1/lures') =>
  call(path, { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } });

const LURE = { name: 'spinner', weight_lbs: 0.125 };

test('a route without parameters names each that is sent', async () => {
  const { status, body } = await call('/v1/lures/me?color=red&x=1');
  expect(status).toBe(400);
  expect(body.errors).toEqual(
    ['color', 'x'].map((parameter) => expect.objectContaining({ parameter, code: 'unknown_parameter' })),
  );
});

describe('a body', () => {
  test('that fits reaches the handler', async () => {
    expect(await post(LURE)).toEqual({ status: 201, body: LURE });
  });

  test('may be a merge patch', async () => {
    const headers = { 'content-type': 'application/merge-patch+json; charset=UTF-8' };
    expect((await call('/v1/lures', { method: 'POST', body: JSON.stringify(LURE), headers })).status).toBe(201);
  });

  test('may begin with a byte order mark', async () => {
    const headers = { 'content-type': 'application/json' };
    expect((await call('/v1/lures', { method: 'POST', body: `\uFEFF${JSON.stringify(LURE)}`, headers })).status).toBe(
      201,
    );
  });

  test('that is wrong in more ways than can be read names the first 100 and counts the others', async () => {
    const fields = Object.fromEntries(Array.from({ length: 4_000 }, (_, index) => [`unknown_${index}`, index]));
    const { status, body } = await post({ ...LURE, ...fields });
    expect(status).toBe(400);
    expect(body.errors).toHaveLength(100);
    expect(body.more_errors).toBe(3_900);
  });

  test('that is wrong in many ways names all of them at once', async () => {
    const { status, body } = await post({
      weight_lbs: '8.4',
      hooks: 1.5,
      color: 'blue',
      sold_at: 'today',
      box: { 'a/b~c': 'yes', extra: 1 },
      tags: ['a', 'b', 'c'],
      metadata: { x: 1 },
      id: 'x',
    });
    expect(status).toBe(400);
    expect(body.code).toBe('request.invalid');
    expect(body.detail).toBe('`name` is required. 9 more errors are in `errors`.');
    expect(body.errors).toEqual([
      { code: 'required', detail: '`name` is required.', pointer: '/name' },
      { code: 'type', detail: '`weight_lbs` must be a number, not "8.4".', pointer: '/weight_lbs' },
      { code: 'type', detail: '`hooks` must be a whole number, not 1.5.', pointer: '/hooks' },
      { code: 'enum', detail: '`color` must be one of red, green, not "blue".', pointer: '/color' },
      {
        code: 'format',
        detail: '`sold_at` must be a time in ISO 8601 such as 2026-11-21T09:00:00.000Z, not "today".',
        pointer: '/sold_at',
      },
      { code: 'type', detail: '`box.a/b~c` must be true or false, not "yes".', pointer: '/box/a~1b~0c' },
      { code: 'unknown_field', detail: '`box.extra` is not a field that can be set here.', pointer: '/box/extra' },
      { code: 'too_big', detail: '`tags` must have at most 2 items, not 3.', pointer: '/tags' },
      { code: 'type', detail: '`metadata.x` must be a string, not 1.', pointer: '/metadata/x' },
      { code: 'unknown_field', detail: '`id` is not a field that can be set here.', pointer: '/id' },
    ]);
    expect(body.more_errors).toBeUndefined();
  });

  test.each([
    ['0 is not more than 0', { ...LURE, weight_lbs: 0 }, 'too_small', 'must be more than 0, not 0'],
    ['over the bound', { ...LURE, weight_lbs: 5000.001 }, 'too_big', 'must be at most 5000, not 5000.001'],
    ['four decimals', { ...LURE, weight_lbs: 8.4001 }, 'decimals', 'must have at most 3 decimals, and 8.4001 has more'],
    ['a tiny number', { ...LURE, weight_lbs: 1e-7 }, 'decimals', 'must have at most 3 decimals, and 1e-7 has more'],
    ['empty text', { ...LURE, name: '' }, 'too_small', 'must have at least 1 character, not 0'],
    ['long text', { ...LURE, name: 'x'.repeat(11) }, 'too_big', 'must have at most 10 characters, not 11'],
    ['NUL', { ...LURE, name: 'a\0b' }, 'format', 'must not contain NUL (\\u0000)'],
    ['half of a surrogate pair', { ...LURE, name: 'a\ud800' }, 'format', 'must not contain half of a surrogate pair'],
    ['null', { ...LURE, name: null }, 'type', 'must be a string, not null'],
  ])('names the bound and the value: %s', async (_case, lure, code, detail) => {
    const { status, body } = await post(lure);
    expect(status).toBe(400);
    expect(body.errors?.map((one) => ({ code: one.code, detail: one.detail }))).toEqual([
      { code, detail: `\`${'name' in lure && lure.name !== LURE.name ? 'name' : 'weight_lbs'}\` ${detail}.` },
    ]);
  });

  test('counts characters and not UTF-16 units', async () => {
    expect((await post({ ...LURE, name: '🎣'.repeat(10) })).status).toBe(201);
  });

  test.each([0.001, 0.1 + 0.2 - 0.0000000000000000001, 8.4, 4.35, 1.005, 4999.999, 1234.567])(
    'takes %d as a number of three decimals when it is one',
    async (weight_lbs) => {
      expect((await post({ ...LURE, weight_lbs })).status).toBe(
        Number(weight_lbs.toFixed(3)) === weight_lbs ? 201 : 400,
      );
    },
  );

  test('of another type than an object is a 400 that points at the whole', async () => {
    expect((await post([1])).body.errors).toEqual([
      { code: 'type', detail: 'The body must be an object, not a list.', pointer: '' },
    ]);
  });

  test('that is missing is a 400 where one is needed', async () => {
    const { status, body } = await call('/v1/lures', { method: 'POST' });
    expect(status).toBe(400);
    expect(body.errors).toEqual([{ code: 'required', detail: 'The body is required.', pointer: '' }]);
  });

  test.each<Record<string, string>>([{}, { 'content-type': 'application/json' }])(
    'may be missing where none is needed, with headers %j',
    async (headers) => {
      expect((await call('/v1/lures/ping', { method: 'POST', headers })).status).toBe(200);
    },
  );

  test('may stay away from a DELETE that says it is JSON', async () => {
    const response = await fetch(`${service.url}/v1/lures/7`, {
      method: 'DELETE',
      headers: { ...identityHeaders(SERVICE), 'content-type': 'application/json' },
    });
    expect(response.status).toBe(204);
  });
});

describe('what the schema refuses and what knowledge refuses', () => {
  test('are answered together as a 400', async () => {
    const { status, body } = await post({ name: 'boot', weight_lbs: -1 }, '/v1/lures/known');
    expect(status).toBe(400);
    expect(body.code).toBe('request.invalid');
    expect(body.errors?.map((one) => one.code)).toEqual(['too_small', 'species.unknown']);
  });

  test('knowledge alone is a 422 of its own code', async () => {
    const { status, body } = await post({ ...LURE, name: 'boot' }, '/v1/lures/known');
    expect(status).toBe(422);
    expect(body).toMatchObject({
      code: 'species.unknown',
      title: 'The species is not known',
      detail: 'No lure is called boot.',
    });
  });

  test('neither is a success', async () => {
    expect((await post(LURE, '/v1/lures/known')).status).toBe(201);
  });
});

describe('a query', () => {
  test('gets its defaults', async () => {
    expect((await call('/v1/lures')).body).toEqual({ per_page: 25, total: true });
  });

  test('is read as typed values, with repeats as a list', async () => {
    const { body } = await call('/v1/lures?page=2&per_page=100&color=red&color=green&min_weight_lbs=0.5&sold=false');
    expect(body).toEqual({
      page: 2,
      per_page: 100,
      total: true,
      color: ['red', 'green'],
      min_weight_lbs: 0.5,
      sold: false,
    });
  });

  test('takes a repeatable parameter once', async () => {
    expect((await call('/v1/lures?color=red')).body).toMatchObject({ color: ['red'] });
  });

  test.each([
    ['per_page=0', 'per_page', 'too_small', 'must be at least 1, not 0'],
    ['per_page=101', 'per_page', 'too_big', 'must be at most 100, not 101'],
    ['per_page=1.5', 'per_page', 'type', 'must be a whole number, not "1.5"'],
    ['per_page=1e1', 'per_page', 'type', 'must be a whole number, not "1e1"'],
    ['per_page=', 'per_page', 'type', 'must be a whole number, not ""'],
    ['per_page=%205', 'per_page', 'type', 'must be a whole number, not " 5"'],
    ['per_page=5&per_page=6', 'per_page', 'repeated', 'may be given only once'],
    ['min_weight_lbs=1e3', 'min_weight_lbs', 'type', 'must be a number, not "1e3"'],
    ['min_weight_lbs=0x10', 'min_weight_lbs', 'type', 'must be a number, not "0x10"'],
    ['min_weight_lbs=NaN', 'min_weight_lbs', 'type', 'must be a number, not "NaN"'],
    ['min_weight_lbs=Infinity', 'min_weight_lbs', 'type', 'must be a number, not "Infinity"'],
    ['min_weight_lbs=+5', 'min_weight_lbs', 'type', 'must be a number, not " 5"'],
    ['min_weight_lbs=-1', 'min_weight_lbs', 'too_small', 'must be at least 0, not -1'],
    ['color=blue', 'color', 'enum', 'must be one of red, green, not "blue"'],
    ['color=red&color=blue', 'color', 'enum', 'must be one of red, green, not "blue"'],
    ['sold=1', 'sold', 'enum', 'must be one of true, false, not "1"'],
    ['sold=true&sold=false', 'sold', 'repeated', 'may be given only once'],
    ['q=a%00', 'q', 'format', 'must not contain NUL (%00)'],
    ['q=bass%ff', 'q', 'format', 'must be percent-encoded UTF-8'],
    ['q=b%C3', 'q', 'format', 'must be percent-encoded UTF-8'],
    ['colour=red', 'colour', 'unknown_parameter', 'is not a parameter of this route; did you mean `color`?'],
    ['__proto__=1', '__proto__', 'unknown_parameter', 'is not a parameter of this route'],
    [
      'page=101&per_page=100',
      'page',
      'too_big',
      'pages reach 10,000 rows deep: with per_page=100 the last is 100; go deeper with cursor, from ' +
        'next_cursor of any page',
    ],
  ])('with %s is a 400 that names the parameter', async (query, parameter, code, detail) => {
    const { status, body } = await call(`/v1/lures?${query}`);
    expect(status).toBe(400);
    const sentence = sentenceOf({ code, detail, parameter });
    expect(body.errors).toEqual([{ code, detail: sentence, parameter }]);
  });

  test('with a % that encodes nothing takes it as it is', async () => {
    const { body } = await call('/v1/lures?colour=50%&q=20%25%20%C3%A9');
    expect(body.errors).toEqual([expect.objectContaining({ parameter: 'colour' })]);
  });

  test.each(['/v1/lures?units=metric', '/v1/lures?units=imperial', '/v1/lures/me?units=metric'])(
    'of a read without measures takes the units that a client sends with every read: %s',
    async (path) => {
      const { status, body } = await call(path);
      expect(status).toBe(200);
      expect(body).not.toHaveProperty('units');
    },
  );

  test.each(['/v1/lures?units=stone', '/v1/lures/me?units=', '/v1/lures?units=metric&units=metric'])(
    'names units that there are not: %s',
    async (path) => {
      const { status, body } = await call(path);
      expect(status).toBe(400);
      expect(body.errors).toMatchObject([{ parameter: 'units' }]);
    },
  );

  test('of a write has no units', async () => {
    const { status, body } = await post(LURE, '/v1/lures/known?units=metric');
    expect(status).toBe(400);
    expect(body.errors).toMatchObject([{ parameter: 'units', code: 'unknown_parameter' }]);
  });

  test('may reach exactly 10,000 rows deep', async () => {
    expect((await call('/v1/lures?page=100&per_page=100')).status).toBe(200);
  });

  test('that is wrong in several ways names all', async () => {
    const { body } = await call('/v1/lures?page=x&per_page=1000&foo=1&bar=2');
    expect(body.errors?.map((one) => 'parameter' in one && one.parameter)).toEqual(['page', 'per_page', 'foo', 'bar']);
  });
});

test('a path parameter is named as such', async () => {
  const { status, body } = await call('/v1/lures/by-id/spc_01h455vb4pex5vsknk084sn02q');
  expect(status).toBe(400);
  expect(body.errors).toEqual([
    { code: 'format', detail: '`id` must be an id that begins with catch_.', parameter: 'id' },
  ]);
});
