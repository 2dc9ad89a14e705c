import { CatchHarness, idsOf, type ListPage, reviewer } from './catch.harness.js';

let catches: CatchHarness;
beforeAll(async () => {
  catches = await CatchHarness.start();
  for (const released of [true, false, null]) {
    await catches.logged({ species: 'walleye', released });
    await catches.logged({ released });
  }
  await catches.call('POST', '/v1/catches', { species: 'walleye', weight_lbs: 1, released: true }, reviewer);
});
afterAll(() => catches.stop());

const SPECIES = ['species=walleye', 'species=Largemouth Bass'];

describe('repeated filters', () => {
  it.each([
    ['released=true&released=false', 5],
    ['released=false&released=true&released=true', 5],
    ['released=true', 3],
    ['released=true&released=true', 3],
    ['mine=true&mine=false', 7],
    ['mine=false&mine=false', 1],
    ['has_photo=true&has_photo=false', 7],
  ])('of booleans are one or the other: %s', async (query, total) => {
    expect(await catches.listed(query)).toMatchObject({ total });
  });

  it('of booleans are an array in the filter of an export', async () => {
    const { status, body } = await catches.call<{ id: string }>('POST', '/v1/catches/export', {
      format: 'ndjson',
      filter: { released: [true, false] },
    });
    expect(status).toBe(202);
    expect(await catches.ended(`/v1/exports/${body.id}`)).toMatchObject({ status: 'completed', rows: 5 });
  });

  it('keep their cursor in whatever order and however often they are written', async () => {
    const { next_cursor: cursor } = await catches.listed(`${SPECIES.join('&')}&per_page=3`);
    const rest = await catches.listed(`${SPECIES.join('&')}&per_page=3&cursor=${cursor ?? ''}`);
    for (const species of [SPECIES.toReversed(), [...SPECIES, ...SPECIES]])
      expect(idsOf(await catches.listed(`${species.join('&')}&per_page=3&cursor=${cursor ?? ''}`))).toEqual(
        idsOf(rest),
      );
  });

  it('do not share a cursor with other values', async () => {
    const { next_cursor: cursor } = await catches.listed(`${SPECIES.join('&')}&per_page=3`);
    expect(
      await catches.call<ListPage>('GET', `/v1/catches?species=walleye&per_page=3&cursor=${cursor ?? ''}`),
    ).toMatchObject({ status: 400, body: { errors: [{ parameter: 'cursor' }] } });
  });
});
