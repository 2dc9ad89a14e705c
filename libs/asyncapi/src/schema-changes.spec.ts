import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type JsonSchema, schemaChanges } from './schema-changes.js';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const NOW = join(ROOT, 'apps', 'gateway', 'data', 'event-schemas.json');
const RELEASED = join(import.meta.dirname, '..', 'released-event-schemas.json');

const read = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as Record<string, JsonSchema>;

/** One type a line. */
const linesOf = (schemas: Record<string, JsonSchema>): string =>
  `{\n${Object.entries(schemas)
    .map(([type, schema]) => `${JSON.stringify(type)}: ${JSON.stringify(schema)}`)
    .join(',\n')}\n}\n`;

describe('the events of the last release', () => {
  if (process.env['RECORD_RELEASE']) writeFileSync(RELEASED, linesOf(read(NOW)));
  const [released, now] = [read(RELEASED), read(NOW)];

  it.each(Object.keys(released))('%s is still published, and breaks no subscriber', (type) => {
    expect(now[type]).toBeDefined();
    expect(schemaChanges(released[type] ?? {}, now[type] ?? {})).toEqual([]);
  });
});

const fish = (more: object = {}, required: readonly string[] = ['id', 'angler']): JsonSchema => ({
  type: 'object',
  properties: {
    id: { type: 'string' },
    weight_lbs: { type: ['number', 'null'], minimum: 0, description: 'Pounds.' },
    tier: { type: 'string', enum: ['self', 'witnessed'] },
    angler: { $ref: '#/$defs/Angler' },
    photos: { type: 'array', items: { $ref: '#/$defs/Photo' } },
    place: { anyOf: [{ type: 'object', properties: { lat: { type: 'number' } } }, { type: 'null' }] },
    ...more,
  },
  required,
  $defs: ANGLER_AND_PHOTO,
});
const ANGLER_AND_PHOTO = {
  Angler: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
  Photo: { type: 'object', properties: { url: { type: 'string' }, original: { $ref: '#/$defs/Photo' } } },
};

const { Angler, Photo } = ANGLER_AND_PHOTO;

/** The schema without a field. */
const without = (field: string): JsonSchema => {
  const { properties, ...others } = fish() as { properties: Record<string, unknown> };
  return { ...others, properties: Object.fromEntries(Object.entries(properties).filter(([name]) => name !== field)) };
};
/** The schema with another definition. */
const defining = (more: object): JsonSchema => ({ ...fish(), $defs: { ...ANGLER_AND_PHOTO, ...more } });

/** A definition with a new field. */
const photoWith = (more: object): object => ({
  ...Photo,
  properties: { ...Photo.properties, ...more },
});

describe('a change that breaks subscribers', () => {
  it.each<[string, JsonSchema, string]>([
    ['a field is removed', without('weight_lbs'), '/weight_lbs was removed'],
    ['a field has another type', fish({ id: { type: 'integer' } }), '/id: type was "string" and is "integer"'],
    ['a field may be null', fish({ id: { type: ['string', 'null'] } }), '/id: type was "string" and is ['],
    ['a required field is optional', fish({}, ['id']), '/angler was required and is optional'],
    [
      'an optional field is required',
      fish({}, ['id', 'angler', 'tier']),
      '/tier is required, and events of the release',
    ],
    ['a new field is required', fish({ bait: { type: 'string' } }, ['id', 'angler', 'bait']), '/bait is required, and'],
    ['there is another value', fish({ tier: { type: 'string', enum: ['self', 'witnessed', 'x'] } }), '/tier: enum was'],
    ['a bound moves', fish({ weight_lbs: { type: ['number', 'null'], minimum: -1 } }), '/weight_lbs: minimum was 0'],
    [
      'a list holds something else',
      fish({ photos: { type: 'array', items: { type: 'string' } } }),
      '/photos[]: type was',
    ],
    [
      'a field inside another one is removed',
      defining({ Angler: { type: 'object', properties: {}, required: [] } }),
      '/angler/name was removed',
    ],
    [
      'an alternative has another type',
      fish({ place: { anyOf: [{ type: 'object', properties: { lat: { type: 'string' } } }, { type: 'null' }] } }),
      '/place(1)/lat: type was "number" and is "string"',
    ],
    ['an alternative is added', fish({ place: { anyOf: [{ type: 'null' }] } }), '/place has other alternatives'],
  ])('%s', (_what, changed, told) => {
    expect(schemaChanges(fish(), changed).join('\n')).toContain(told);
  });
});

describe('a change that breaks nobody', () => {
  it.each<[string, JsonSchema]>([
    ['none', fish()],
    ['a new optional field', fish({ bait: { type: 'string' } })],
    ['a new optional field inside another one', defining({ Photo: photoWith({ width: { type: 'integer' } }) })],
    ['another description', fish({ weight_lbs: { type: ['number', 'null'], minimum: 0, description: 'In pounds.' } })],
    [
      'another name of a definition',
      { ...fish({ angler: { $ref: '#/$defs/Person' } }), $defs: { Person: Angler, Photo } },
    ],
    ['another order of values and types', fish({ tier: { type: 'string', enum: ['witnessed', 'self'] } })],
  ])('%s', (_what, changed) => expect(schemaChanges(fish(), changed)).toEqual([]));
});
