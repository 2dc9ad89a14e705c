import { openApiDocument, type RouteDocs } from '@cds/openapi';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { parts, routeDocs } from '../api-docs.js';
import { listCatchesParameters } from './read/catch-list/catch-list.schemas.js';
import { logCatchBody } from './rules/catch-schemas.js';

interface Parameter {
  readonly name: string;
  readonly description?: string;
  readonly schema: object;
  readonly explode?: boolean;
}

interface Operation {
  readonly parameters: readonly (Parameter | { readonly $ref: string })[];
  readonly requestBody: { readonly content: Readonly<Record<string, { schema: object }>> };
}

const ROUTES = routeDocs.map(({ method, path }) => ({ method, path, scope: null }));
const DOCUMENT = openApiDocument(
  { title: 'Catches', version: '1.0.0', description: 'All.', servers: [] },
  ROUTES,
  routeDocs,
  { parts },
) as {
  components: { parameters: Record<string, Parameter>; schemas: Record<string, object> };
  paths: Record<string, Record<string, Operation>>;
};
const operation = (method: RouteDocs['method']): Operation =>
  DOCUMENT.paths['/v1/catches']?.[method.toLowerCase()] as Operation;

/** The dialect's lengths are code points. */
const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);

/** A schema of the document by itself. */
const compiled = (schema: object | undefined): ValidateFunction =>
  ajv.compile(schema === undefined ? false : { ...schema, components: DOCUMENT.components });

const text = (length: number) => '🐟'.repeat(length);
const pairs = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`pair-${at}`, 'x']));

describe('the documented body of a new catch', () => {
  const documented = compiled(operation('POST').requestBody.content['application/json']?.schema);
  const body = (fields: object) => ({ species: 'walleye', weight_lbs: 2, ...fields });
  const enforced = (value: unknown) => logCatchBody.safeParse(value).success;

  it.each<[what: string, inside: object, outside: object]>([
    ['the most species', { species: text(200) }, { species: text(201) }],
    ['the least species', { species: 'w' }, { species: '' }],
    ['the most angler_id', { angler_id: text(200) }, { angler_id: text(201) }],
    ['the least angler_id', { angler_id: 'a' }, { angler_id: '' }],
    ['the least weight', { weight_lbs: 0.001 }, { weight_lbs: 0 }],
    ['the most weight', { weight_lbs: 5_000 }, { weight_lbs: 5_000.001 }],
    ['the least length', { length_in: 0.001 }, { length_in: 0 }],
    ['the most length', { length_in: 1_200 }, { length_in: 1_200.001 }],
    ['the least depth', { depth_ft: 0 }, { depth_ft: -0.001 }],
    ['the most depth', { depth_ft: 36_000 }, { depth_ft: 36_000.001 }],
    ['the form of a time', { caught_at: '2026-02-28T07:30:00Z' }, { caught_at: '2026-02-29T07:30:00Z' }],
    ['the offset of a time', { caught_at: '2026-02-28T07:30:00+01:00' }, { caught_at: '2026-02-28T07:30:00' }],
    [
      'the most south',
      { location: { latitude: -90, longitude: 0 } },
      { location: { latitude: -90.000001, longitude: 0 } },
    ],
    [
      'the most north',
      { location: { latitude: 90, longitude: 0 } },
      { location: { latitude: 90.000001, longitude: 0 } },
    ],
    [
      'the most west',
      { location: { latitude: 0, longitude: -180 } },
      { location: { latitude: 0, longitude: -180.000001 } },
    ],
    [
      'the most east',
      { location: { latitude: 0, longitude: 180 } },
      { location: { latitude: 0, longitude: 180.000001 } },
    ],
    ['the most of a place’s name', { location: { name: text(200) } }, { location: { name: text(201) } }],
    ['the form of a region', { location: { region: 'US-TX' } }, { location: { region: 'Texas' } }],
    ['the form of a country', { location: { country: 'US' } }, { location: { country: 'USA' } }],
    ['the fields of a place', { location: {} }, { location: { lake: 'Erie' } }],
    ['the most method', { method: text(200) }, { method: text(201) }],
    ['the most bait', { bait: text(200) }, { bait: text(201) }],
    ['the kinds of water', { water_type: 'brackish' }, { water_type: 'lake' }],
    ['the type of released', { released: false }, { released: 'no' }],
    ['the most notes', { notes: text(5_000) }, { notes: text(5_001) }],
    ['no NUL in notes', { notes: 'a\nb' }, { notes: 'a\0b' }],
    ['the most external_id', { external_id: text(255) }, { external_id: text(256) }],
    ['the least external_id', { external_id: 'x' }, { external_id: '' }],
    ['the most pairs', { metadata: pairs(50) }, { metadata: pairs(51) }],
    ['the most of a pair’s name', { metadata: { [text(40)]: 'x' } }, { metadata: { [text(41)]: 'x' } }],
    ['the least of a pair’s name', { metadata: { x: 'x' } }, { metadata: { '': 'x' } }],
    ['the most of a pair’s value', { metadata: { x: text(500) } }, { metadata: { x: text(501) } }],
    ['the fields', { bait: null }, { lure: null }],
    ['what is required', { angler_id: 'a' }, { weight_lbs: undefined }],
  ])('has %s, as it is enforced', (_what, inside, outside) => {
    const bodies = [body(inside), JSON.parse(JSON.stringify(body(outside))) as object];
    expect(bodies.map((one) => [documented(one), enforced(one)])).toEqual([
      [true, true],
      [false, false],
    ]);
  });

  it('says in words how many decimals there may be', () => {
    const { weight_lbs: weight, depth_ft: depth, location } = logCatchBody.shape;
    expect([
      weight.safeParse(1.005).success,
      weight.safeParse(1.0005).success,
      depth.safeParse(0.0001).success,
    ]).toEqual([true, false, false]);
    expect([
      location.safeParse({ latitude: 1.000001, longitude: 0 }).success,
      location.safeParse({ latitude: 1.0000001, longitude: 0 }).success,
    ]).toEqual([true, false]);
    const { NewCatch, NewLocation } = DOCUMENT.components.schemas;
    const shown = JSON.stringify([NewCatch, NewLocation]);
    expect([shown.match(/at most 3 decimals/gi)?.length, shown.match(/at most 6 decimals/gi)?.length]).toEqual([3, 2]);
  });
});

describe('the documented parameters of the list', () => {
  const parameter = (name: string) =>
    operation('GET')
      .parameters.map((one) => ('$ref' in one ? DOCUMENT.components.parameters[one.$ref.split('/').at(-1) ?? ''] : one))
      .find((one) => one?.name === name);
  const enforced = (name: string, value: unknown) => listCatchesParameters.safeParse({ [name]: value }).success;

  it.each<[name: string, inside: unknown, outside: unknown]>([
    ['bbox', '-98.5,30.2,-97,31.5', '-98.5,30.2,-97'],
    ['bbox', '170,-10,-170,10', '170, -10,-170,10'],
    ['near', '31.12,-97.65,25', '31.12,-97.65'],
    ['near', '0,0,1', '0,0,1e3'],
    ['sort', '-weight_lbs,created_at', '--weight_lbs'],
    ['sort', 'depth_ft', 'notes'],
    ['fields', 'id,species', 'id,'],
    ['expand', 'angler', 'photos'],
    ['q', text(199) + 'x', text(200) + 'x'],
    ['caught_after', '2026-11-20T07:30:00Z', '2026-11-20'],
    ['units', 'metric', 'nautical'],
    ['cursor', 'x', ''],
    ['region', ['US-TX'], ['Texas']],
    ['external_id', [text(255)], [text(256)]],
  ])('take and refuse for %s what is taken and refused', (name, inside, outside) => {
    const { schema, explode } = parameter(name) ?? {};
    const documented = compiled(schema);
    // One text with commas stands for a list that is not exploded.
    const read = (value: unknown) => (explode === false ? String(value).split(',') : value);
    expect([inside, outside].map((value) => [documented(read(value)), enforced(name, value)])).toEqual([
      [true, true],
      [false, false],
    ]);
  });

  it.each(['bbox', 'near', 'sort', 'fields', 'expand', 'q', 'caught_after'])('explain %s, with an example', (name) => {
    expect(parameter(name)).toMatchObject({
      description: expect.any(String) as string,
      schema: { examples: [expect.anything() as unknown] },
    });
  });

  it.each([
    ['min_weight_lbs', 'pounds', 5_000],
    ['max_length_in', 'inches', 1_200],
    ['min_depth_ft', 'feet', 36_000],
  ])('show %s as a number of a unit', (name, unit, maximum) => {
    expect(parameter(name)).toMatchObject({
      description: expect.stringContaining(unit) as string,
      schema: { type: 'number', minimum: 0, maximum },
    });
  });
});
