import { z } from 'zod';
import { withReadOnly } from './known-names.js';
import { parseBody } from './parse-body.js';
import { PARSE_OPTIONS } from './issue-detail.js';
import { parseQuery } from './parse-query.js';
import { instantText, text } from './schemas.js';
import { violationsOf } from './violations-of.js';

const body = withReadOnly(
  z.strictObject({
    species: z.string().optional(),
    weight_lbs: z.number().optional(),
    max_length_in: z.number().nullable().optional(),
    location: z.strictObject({ latitude: z.number() }).nullable().optional(),
    catches: z.array(z.strictObject({ depth_ft: z.number() })).optional(),
  }),
  ['id', 'created_at'],
);

const found = (sent: object) => parseBody(body, sent).violations?.map(({ code, detail }) => `${code} ${detail}`);
const WHAT = 'unknown_field is not a field that can be set here';

describe('an unknown field', () => {
  it.each<[string, object, string]>([
    ['is told the one that is near', { specis: 'x' }, `${WHAT}; did you mean \`species\`?`],
    ['in other case too', { Species: 'x' }, `${WHAT}; did you mean \`species\`?`],
    ['may lack the unit', { weigth: 1 }, `${WHAT}; did you mean \`weight_lbs\`?`],
    ['in another object', { location: { lattitude: 1, latitude: 1 } }, `${WHAT}; did you mean \`latitude\`?`],
    ['in a list', { catches: [{ dept_ft: 1, depth_ft: 1 }] }, `${WHAT}; did you mean \`depth_ft\`?`],
    ['is told nothing where none is near', { colour: 'x' }, WHAT],
    ['that is too long is compared with nothing', { ['species'.repeat(10)]: 'x' }, WHAT],
    [
      'of a metric unit is told ours',
      { weight_kg: 1 },
      'unknown_field is not taken: send `weight_lbs` (1 kg = 2.20462 lb), or read with `units=metric`',
    ],
    ['that the service sets is read-only', { id: 'x' }, 'read_only is read-only: the service sets it. Leave it out'],
  ])('%s', (_case, sent, expected) => {
    expect(found(sent)).toEqual([expected]);
  });

  it('is compared for as many as a problem shows', () => {
    const sent = Object.fromEntries(Array.from({ length: 150 }, (_, at) => [`specie${at}`, at]));
    expect(found(sent)?.filter((one) => one.includes('did you mean'))).toHaveLength(100);
  });
});

it('tells an unknown parameter the one that is near, behind checks and transformations', () => {
  const query = z
    .strictObject({ min_weight_lbs: z.string().optional() })
    .check(() => undefined)
    .transform((value) => value);
  const { error } = query.safeParse({ min_weigth_lbs: '1' }, PARSE_OPTIONS);
  expect(violationsOf(error?.issues ?? [], { in: 'query' }, query)).toEqual([
    {
      parameter: 'min_weigth_lbs',
      code: 'unknown_parameter',
      detail: 'is not a parameter of this route; did you mean `min_weight_lbs`?',
    },
  ]);
});

it.each([
  ['limit', '; did you mean `per_page`?'],
  ['orderBy', '; did you mean `sort`?'],
  ['search', ''],
])('tells the parameter %s, as other APIs call it, the one that the route has', (name, hint) => {
  const query = z.strictObject({
    per_page: z.string().optional(),
    cursor: z.string().optional(),
    sort: z.string().optional(),
  });
  const { error } = query.safeParse({ [name]: '1' }, PARSE_OPTIONS);
  expect(violationsOf(error?.issues ?? [], { in: 'query' }, query)).toEqual([
    { parameter: name, code: 'unknown_parameter', detail: `is not a parameter of this route${hint}` },
  ]);
});

describe('the name of a member', () => {
  const metadata = z.record(text(4).min(1), z.string());

  it.each([
    ['abcde', 'key has a name that must have at most 4 characters, not 5'],
    ['', 'key has a name that must have at least 1 character, not 0'],
    ['a\0', 'key has a name that must not contain NUL (\\u0000)'],
  ])('%j is told what is wrong with it', (name, expected) => {
    const { violations } = parseBody(metadata, { [name]: 'x' });
    expect(violations?.map(({ code, detail }) => `${code} ${detail}`)).toEqual([expected]);
  });
});

describe('a time in an address', () => {
  const details = (caught_after: string) =>
    parseQuery(z.strictObject({ caught_after: instantText() }), { caught_after }).violations?.map((one) => one.detail);

  it.each(['2026-01-01T00:00:00 02:00', '2026-01-01T00:00:00.000 0200'])(
    'that lost its plus is told how to write one: %s',
    (sent) => {
      expect(details(sent)).toEqual([expect.stringMatching(/; send the \+ of an offset as %2B$/)]);
    },
  );

  it.each(['2026-01-01', '2026-01-01 00:00:00', 'yesterday 02:00'])('with another fault is not: %s', (sent) => {
    expect(details(sent)).toEqual([expect.not.stringContaining('%2B')]);
  });
});

it('guesses no name for a parameter without one', () => {
  expect(parseQuery(z.strictObject({ q: z.string().optional() }), { '': '1' }).violations).toEqual([
    { parameter: '', code: 'unknown_parameter', detail: 'is not a parameter of this route' },
  ]);
});
