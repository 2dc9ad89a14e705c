import { CatchHarness, owner, reviewer } from './catch.harness.js';

interface Page {
  data: { id: string; location: { latitude: number; name: string | null } | null }[];
  total: number;
  errors?: { parameter: string; code: string }[];
}

let catches: CatchHarness;
let dock: string;
const found = async (query: string, caller = owner): Promise<string[]> => {
  const { status, body } = await catches.call<Page>('GET', `/v1/catches?${query}`, undefined, caller);
  expect({ status, total: body.total }).toEqual({ status: 200, total: body.data.length });
  return body.data.map(({ id }) => id);
};
const both = async (query: string) => ({ own: await found(query), others: await found(query, reviewer) });

beforeAll(async () => {
  catches = await CatchHarness.start();
  dock = await catches.logged({
    location: { name: 'Grandpas hidden dock', latitude: 30.2672, longitude: -97.7431, region: 'US-TX' },
    external_id: 'trip-7',
    metadata: { boat: 'bluebird' },
    notes: 'windy morning',
  });
});
afterAll(() => catches.stop());

describe('a box', () => {
  it.each([
    // Shown to others at 30.3, -97.7.
    ['around the exact place and not the rounded one', '-97.75,30.26,-97.74,30.27', true, false],
    ['around the rounded place and not the exact one', '-97.71,30.29,-97.69,30.31', false, true],
    ['around both', '-98,30,-97,31', true, true],
    ['around neither', '-97.73,30.275,-97.72,30.28', false, false],
    ['whose edges are the exact place', '-97.7431,30.2672,-97.7431,30.2672', true, false],
    ['whose edges are the rounded place', '-97.7,30.3,-97.7,30.3', false, true],
  ])('%s', async (_what, bbox, own, others) => {
    expect(await both(`bbox=${bbox}`)).toEqual({ own: own ? [dock] : [], others: others ? [dock] : [] });
  });

  it('crosses the date line where west is greater than east', async () => {
    const [east, west] = [
      await catches.logged({ location: { latitude: -17, longitude: 179.5 } }),
      await catches.logged({ location: { latitude: -17, longitude: -179.5 } }),
    ];
    expect((await found('bbox=179,-18,-179,-16')).toSorted()).toEqual([east, west].toSorted());
    expect(await found('bbox=179,-18,180,-16')).toEqual([east]);
    expect((await found('near=-17,180,40')).toSorted()).toEqual([east, west].toSorted());
    expect(await found('near=-17,180,32')).toEqual([]);
  });

  it('leaves out what has no place, or half of one', async () => {
    const [none, half] = [await catches.logged(), await catches.logged({ location: { latitude: 5, longitude: 5 } })];
    await catches.pool.query('UPDATE catches SET longitude = NULL WHERE id = $1', [half]);
    const all = await found('bbox=-180,-90,180,90&per_page=100');
    expect(all).not.toContain(none);
    expect(all).not.toContain(half);
    expect(all).toContain(dock);
  });

  it.each(['1,2,3', '1,2,3,4,5', 'a,b,c,d', '-181,0,0,0', '0,-91,0,0', '0,10,0,9', '1e1,0,2,2', ''])(
    'is refused as %j',
    async (bbox) => {
      const { status, body } = await catches.call<Page>('GET', `/v1/catches?bbox=${bbox}`);
      expect({ status, errors: body.errors }).toMatchObject({
        status: 400,
        errors: [{ parameter: 'bbox', code: 'format' }],
      });
    },
  );
});

describe('a circle', () => {
  it('is measured from the exact place for its owner and from the rounded one for others', async () => {
    expect(await both('near=30.2672,-97.7431,0.1')).toEqual({ own: [dock], others: [] });
    expect(await both('near=30.3,-97.7,0.1')).toEqual({ own: [], others: [dock] });
    expect(await both('near=30.3,-97.7,10')).toEqual({ own: [dock], others: [dock] });
  });

  it('is as wide as its radius', async () => {
    // One degree of latitude is 69.09 miles.
    expect(await found('near=29.2672,-97.7431,69.1')).toEqual([dock]);
    expect(await found('near=29.2672,-97.7431,69.08')).toEqual([]);
  });

  it('reaches over a pole', async () => {
    const north = await catches.logged({ location: { latitude: 89.9, longitude: 10 } });
    expect(await found('near=89.9,-170,20')).toEqual([north]);
  });

  it.each(['1,2', '91,0,5', '0,181,5', '0,0,0', '0,0,-1', '0,0,12451', 'here,there,5'])(
    'is refused as %j',
    async (near) => {
      const { status, body } = await catches.call<Page>('GET', `/v1/catches?near=${near}`);
      expect({ status, errors: body.errors }).toMatchObject({
        status: 400,
        errors: [{ parameter: 'near', code: 'format' }],
      });
    },
  );
});

describe('what is the owner’s alone', () => {
  it.each(['q=grandpas', 'q=hidden%20dock', 'q=grandpsa', 'q=windy%20dock', 'external_id=trip-7'])(
    'finds nothing for others: %s',
    async (query) => {
      expect(await both(query)).toEqual({ own: [dock], others: [] });
    },
  );

  it('is not found by metadata or external_id in a search, by anybody', async () => {
    expect(await both('q=bluebird')).toEqual({ own: [], others: [] });
    expect(await both('q=trip')).toEqual({ own: [], others: [] });
  });

  it('does not keep a misspelling of others from being understood', async () => {
    const note = await catches.logged({ notes: 'a grandpaz story' });
    expect(await found('q=grandpas', reviewer)).toEqual([note]);
    expect(await found('q=grandpas')).toEqual([dock]);
  });
});
