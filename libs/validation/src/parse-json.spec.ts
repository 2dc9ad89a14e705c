import fc from 'fast-check';
import { z } from 'zod';
import { FaultyBody } from './faulty-body.js';
import { scanJson, withoutDanger } from './json-members.js';
import { parseBody } from './parse-body.js';
import { parseJson } from './parse-json.js';

const read = (text: string): unknown => parseJson(Buffer.from(text));

test('whatever JSON writes is read back, however it is spaced', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 5 }), fc.constantFrom(0, 2, '\t'), (value, space) => {
      const text = JSON.stringify(value, null, space);
      fc.pre(withoutDanger(JSON.parse(text)).dangerous.length === 0);
      expect(read(text)).toEqual(JSON.parse(text));
    }),
  );
});

test('a text writes as many members as its value has keys, unless one stands twice', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.string(), (object, key) => {
      const text = JSON.stringify(object);
      expect(scanJson(Buffer.from(text)).members).toBe(withoutDanger(JSON.parse(text)).keys);
      const twice = `{${JSON.stringify(key)}:1,${JSON.stringify(key)}:${text}}`;
      fc.pre(key !== '__proto__' && key !== 'constructor' && withoutDanger(JSON.parse(text)).dangerous.length === 0);
      expect(read(twice)).toEqual(
        new FaultyBody(expect.objectContaining({ code: 'request.invalid' }), { [key]: JSON.parse(text) }),
      );
    }),
  );
});

test.each([
  ['an empty body', '', undefined],
  ['a text', '"a:b{\\"c\\":1}"', 'a:b{"c":1}'],
  ['a number', '8.4', 8.4],
  ['null', 'null', null],
  ['an escaped backslash before a quote', '{"a\\\\":1,"b":"\\\\"}', { 'a\\': 1, b: '\\' }],
  ['64 levels', `${'['.repeat(64)}${']'.repeat(64)}`, expect.anything()],
  ['a member called constructor that is a text', '{"constructor":"x"}', { constructor: 'x' }],
])('%s is fine', (_case, text, value) => {
  expect(read(text)).toEqual(value);
});

describe('an object with over 1,000 members', () => {
  const members = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`m${index}`, 1]));

  test('is refused before anything is checked, and each one too many is named', () => {
    expect(read(JSON.stringify(members(1_000)))).toMatchObject({ m999: 1 });
    expect(read(JSON.stringify({ a: [members(1_002)] }))).toMatchObject({
      error: {
        code: 'request.invalid',
        violations: [
          { pointer: '/a/0/m1000', code: 'too_many_members' },
          { pointer: '/a/0/m1001', code: 'too_many_members' },
        ],
      },
    });
  });

  test('is refused also where they are the same one', () => {
    expect(read(`{${'"a":1,'.repeat(1_001)}"a":1}`)).toMatchObject({ error: { violations: [{ pointer: '' }] } });
  });

  test('names those that its schema does not know', () => {
    const schema = z.strictObject({ m0: z.number(), m1: z.string() });
    const { violations = [] } = parseBody(schema, read(JSON.stringify(members(2_000))));
    expect(violations).toHaveLength(1_998);
    expect(violations[0]).toMatchObject({ pointer: '/m2', code: 'unknown_field' });
  });

  test('is none where many objects stand beside each other', () => {
    expect(read(JSON.stringify(Array.from({ length: 1_200 }, () => members(2))))).toHaveLength(1_200);
  });
});

describe('a body with over 5,000 members and items', () => {
  test.each([
    ['of one object', `{${'"a":1,'.repeat(5_000)}"b":1}`],
    ['of one list', `[${'1,'.repeat(5_000)}1]`],
    ['of many objects', `[${'{"a":1,"a":1},'.repeat(2_000)}1]`],
    ['of many lists', `[${'[],'.repeat(3_000)}1]`],
    ['and no end', `[${'[],'.repeat(3_000)}x`],
    ['after a quote in a text', `["\\"",${'1,'.repeat(5_000)}1]`],
  ])('is refused before it is parsed: %s', (_case, text) => {
    expect(() => read(text)).toThrow(
      expect.objectContaining({
        code: 'request.invalid',
        message: 'The body must have at most 5000 members and items of lists in all.',
        violations: [expect.objectContaining({ code: 'too_many_members', pointer: '' })],
      }),
    );
  });

  test('is refused as too deep where it nests too deep, too', () => {
    expect(() => read('['.repeat(20_000))).toThrow(/at most 64 levels deep/);
  });

  test('is none where commas and brackets are those of texts', () => {
    expect(read(`["${'[,'.repeat(5_000)}"]`)).toEqual(['[,'.repeat(5_000)]);
    expect(read(`[${'1,'.repeat(4_999)}1]`)).toHaveLength(5_000);
  });
});

test.each([
  ['[\n{"a":1},\n  x]', 'line 3, column 3'],
  ['{"a":', 'line 1, column 6'],
  ['\n\n[1', 'line 3, column 3'],
  ['["a', 'line 1, column 2'],
  ['"\\', 'line 1, column 1'],
  ['}}]:[', 'line 1, column 1'],
])('%j is no JSON, and the error says where', (text, place) => {
  expect(() => read(text)).toThrow(place);
});
