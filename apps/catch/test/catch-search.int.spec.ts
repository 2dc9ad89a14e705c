import { eventually } from '@cds/testing';
import { WALLEYE } from './catch.builders.js';
import { CatchHarness, owner, reviewer } from './catch.harness.js';

interface Page {
  data: { id: string }[];
  total: number;
  errors?: { parameter: string; code: string }[];
}

let catches: CatchHarness;
let ids: Record<'bass' | 'walleye' | 'texas', string>;
const found = async (q: string): Promise<string[]> => {
  const { status, body } = await catches.call<Page>('GET', `/v1/catches?q=${encodeURIComponent(q)}`);
  expect({ status, total: body.total }).toEqual({ status: 200, total: body.data.length });
  return body.data.map(({ id }) => id);
};

beforeAll(async () => {
  catches = await CatchHarness.start();
  ids = {
    bass: await catches.logged({ notes: "Under the lily-pads, wind's up; 3.5 ft deep 🎣" }),
    walleye: await catches.logged({ species: 'walleye', notes: 'Drifting over rocks' }),
    texas: (
      await catches.call<{ id: string }>(
        'POST',
        '/v1/catches',
        { species: 'walleye', weight_lbs: 2, location: { name: 'Pier 9', region: 'US-TX', country: 'US' } },
        reviewer,
      )
    ).body.id,
  };
  await catches.pool.query("UPDATE anglers SET name = 'Zoë Johnson' WHERE name = 'Reviewer'");
});
afterAll(() => catches.stop());

describe('a search', () => {
  it.each([
    ['a word of the notes', 'rocks', ['walleye']],
    ['a word in any case', 'DRIFTING', ['walleye']],
    ['the beginning of a word', 'drif', ['walleye']],
    ['words anywhere, in any order', 'rocks drifting', ['walleye']],
    ['a word among punctuation', 'lily', ['bass']],
    ['punctuation between words', '(pads), lily!', ['bass']],
    ['a number', '3.5', ['bass']],
    ['a misspelt word of the notes', 'driftng', ['walleye']],
    ['two letters changed places', 'rokcs', ['walleye']],
    ['a common name', 'largemouth', ['bass']],
    ['a misspelt common name', 'largmouth', ['bass']],
    ['a scientific name', 'sander vitreus', ['texas', 'walleye']],
    ['an alias', 'bucketmouth', ['bass']],
    ['an alias of two', 'black bass', ['texas', 'walleye', 'bass']],
    ['an angler', 'johnson', ['texas']],
    ['an angler without an accent is another word', 'zoë', ['texas']],
    ['a misspelt angler', 'jonson', ['texas']],
    ['a region', 'texas', ['texas']],
    ['a misspelt region', 'texsa', ['texas']],
    ['a country', 'united states', ['texas']],
    ['words over several places', 'walleye johnson texas', ['texas']],
    ['a word that fits nowhere beside one that does', 'walleye zzzqqq', []],
    ['what is no word here', 'zzzqqq', []],
    ['what looks like an id', ':spc', []],
    ['what looks like the words of a query', 'rocks & drifting | !x:*', []],
  ] as const)('finds %s: %s', async (_what, q, expected) => {
    expect(await found(q)).toEqual(expected.map((name) => ids[name]));
  });

  it('takes ids and accounts for words as all others', async () => {
    for (const q of ['acc', 'ang', 'spc', "'", "rocks' OR 1=1", '\\']) {
      const { status, body } = await catches.call<Page>('GET', `/v1/catches?q=${encodeURIComponent(q)}`);
      expect([status === 200 ? body.total : status]).toEqual([/[a-z]/.test(q) ? 0 : 400]);
    }
  });

  it('finds by a species’ new name as soon as it has it', async () => {
    await catches.pool.query(
      "UPDATE species_names SET common_name = 'Yellow Pickerel', version = version + 1 WHERE id = $1",
      [WALLEYE],
    );
    await found('rocks');
    await eventually(async () => expect(await found('pickerel')).toEqual([ids.texas, ids.walleye]), {
      timeoutMs: 15_000,
    });
  });

  it('finds by an edited note and no more by what it was', async () => {
    await catches.call('PATCH', `/v1/catches/${ids.walleye}`, { notes: 'Trolling slowly' });
    expect([await found('trolling'), await found('drifting')]).toEqual([[ids.walleye], []]);
  });

  it('finds beside a word that is too long to be kept', async () => {
    const long = await catches.logged({ notes: `${'x'.repeat(4_900)} thunderstorm` });
    expect(await found('thunderstorm')).toEqual([long]);
  });

  it.each(['', '!!!', 'x'.repeat(201), 'a&q=b'.replace('&', '\0')])('is refused as %j', async (q) => {
    const { status, body } = await catches.call<Page>('GET', `/v1/catches?q=${encodeURIComponent(q)}`);
    expect({ status, errors: body.errors }).toMatchObject({ status: 400, errors: [{ parameter: 'q' }] });
  });
});

describe('a word that begins the names of more anglers than a search means', () => {
  const MANY = `
WITH named AS (
  INSERT INTO anglers (id, account_id, name, is_own, created_at, updated_at)
  SELECT 'ang_many_' || lpad(n::text, 5, '0'), CASE n WHEN 20001 THEN $1 ELSE 'acc_many' END, 'Quillon ' || n, false,
    now(), now()
  FROM generate_series(0, 20001) AS n RETURNING id
)
INSERT INTO catches (id, account_id, angler_id, species_id, weight_lbs, caught_at, has_location, verification_tier,
  version, created_at, updated_at)
SELECT 'catch_of_' || id, 'acc_many', id, $2, 1, now(), false, 0, 1, now(), now()
FROM named WHERE right(id, 5) IN ('00000', '09998', '09999', '19998', '19999', '20000', '20001')`;

  beforeAll(() => catches.pool.query(MANY, [owner.accountId, WALLEYE]));

  const foundOf = async (q: string): Promise<number[]> =>
    (await found(q)).map((id) => Number(id.slice(-5))).sort((one, other) => one - other);

  it('means those of the account, and of the others those who were added first', async () => {
    expect(await foundOf('quillon')).toEqual([0, 9_998, 9_999, 19_998, 20_001]);
  });

  it('means half as many beside another word', async () => {
    expect(await foundOf('quillon quil')).toEqual([0, 9_998, 20_001]);
  });
});
