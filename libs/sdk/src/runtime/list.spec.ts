import { failureOf, json, problem, scripted } from '../../test/scripted.js';

const page = (ids: readonly string[], next: string | null, total?: number) =>
  json(200, {
    data: ids.map((id) => ({ id })),
    ...(total !== undefined && { total }),
    page: null,
    per_page: 2,
    has_more: next !== null,
    next_cursor: next,
  });
const pages = () => scripted(page(['a', 'b'], 'c1', 4), page([], 'c2'), page(['c', 'd'], null));

describe('a list', () => {
  it('sends nothing until it is used', async () => {
    const { client, sent } = pages();
    client().catches.list();
    await Promise.resolve();
    expect(sent).toEqual([]);
  });

  it('is its first page when it is awaited', async () => {
    const { client, sent } = pages();
    const { data, total } = await client().catches.list({ species: ['bluegill', 'walleye'], page: 2, released: false });
    expect({ ids: data.map(({ id }) => id), total }).toEqual({ ids: ['a', 'b'], total: 4 });
    expect(sent.map(({ path }) => path)).toEqual([
      '/v1/catches?species=bluegill&species=walleye&page=2&released=false',
    ]);
  });

  it('is every item in a loop, over empty pages too, and is counted once', async () => {
    const { client, sent } = pages();
    const ids: string[] = [];
    for await (const { id } of client().catches.list({ page: 2, mine: true })) ids.push(id);
    expect(ids).toEqual(['a', 'b', 'c', 'd']);
    expect(sent.map(({ path }) => path)).toEqual([
      '/v1/catches?page=2&mine=true',
      '/v1/catches?mine=true&cursor=c1&total=false',
      '/v1/catches?mine=true&cursor=c2&total=false',
    ]);
  });

  it('has the total of the first page on all of them', async () => {
    const totals: unknown[] = [];
    for await (const { total } of pages().client().catches.list().pages()) totals.push(total);
    expect(totals).toEqual([4, 4, 4]);
  });

  it('reads no page that is not needed', async () => {
    const { client, sent } = pages();
    expect(await client().catches.list().toArray({ max: 2 })).toHaveLength(2);
    expect(await client().catches.list().toArray({ max: 0 })).toEqual([]);
    expect(sent).toHaveLength(1);
  });

  it('joins the names of fields, expansions and sort keys', async () => {
    const { client, sent } = pages();
    await client().catches.list({
      fields: ['id', 'species'],
      sort: ['-weight_lbs', 'created_at'],
      expand: ['species'],
    });
    expect(decodeURIComponent(sent[0]?.path ?? '')).toBe(
      '/v1/catches?fields=id,species&sort=-weight_lbs,created_at&expand=species',
    );
  });

  it('fails where it is used', async () => {
    const { client } = scripted(problem(403, 'auth.scope'), problem(403, 'auth.scope'));
    expect(await failureOf(client().catches.list())).toMatchObject({ code: 'auth.scope' });
    expect(await failureOf(client().catches.list().toArray({ max: 5 }))).toMatchObject({ code: 'auth.scope' });
  });
});
