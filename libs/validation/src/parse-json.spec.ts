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
      expect(scanJson(text).members).toBe(withoutDanger(JSON.parse(text)).keys);
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
    expect(read(JSON.stringify(Array.from({ length: 2_000 }, () => members(2))))).toHaveLength(2_000);
  });
});
