import { eventually } from '@cds/testing';
import { CatchHarness, owner, reviewer } from './catch.harness.js';

interface Changed {
  id: string;
  deleted?: true;
  deleted_at?: string;
  updated_at: string;
  version: number;
  angler: { id: string };
}
interface Page {
  data: Changed[];
  total: number;
  next_cursor: string | null;
  errors?: { parameter: string }[];
}

let catches: CatchHarness;
let edited: string;
let deleted: string;
let start: string;
const read = async (query: string, caller = owner): Promise<Page> => {
  const { status, body } = await catches.call<Page>('GET', `/v1/catches?${query}`, undefined, caller);
  expect({ status, body }).toMatchObject({ status: 200 });
  return body;
};
const idsOf = ({ data }: Page) => data.map(({ id }) => id);

beforeAll(async () => {
  catches = await CatchHarness.start();
  edited = await catches.logged();
  deleted = await catches.logged();
  await catches.logged();
  start = new Date().toISOString();
  await catches.call('PATCH', `/v1/catches/${edited}`, { notes: 'windy' });
  await catches.call('DELETE', `/v1/catches/${deleted}`);
});
afterAll(() => catches.stop());

describe('what changed since a time', () => {
  it('is the changed catches alone, unless deleted ones are asked for', async () => {
    expect(idsOf(await read(`updated_since=${start}`))).toEqual([edited]);
    expect(idsOf(await read(`updated_since=${start}&include_deleted=false`))).toEqual([edited]);
  });

  it('is in the order of the changes, with what stays of the deleted ones', async () => {
    const page = await read(`updated_since=${start}&include_deleted=true`);
    const [, tombstone] = page.data;
    expect({ total: page.total, ids: idsOf(page) }).toEqual({ total: 2, ids: [edited, deleted] });
    expect(tombstone).toEqual({
      id: deleted,
      deleted: true,
      deleted_at: tombstone?.updated_at,
      updated_at: tombstone?.updated_at,
      version: 2,
      angler: { id: page.data[0]?.angler.id },
    });
    expect(idsOf(await read(`updated_since=${start}&include_deleted=true&sort=-updated_at`))).toEqual([
      deleted,
      edited,
    ]);
  });

  it('goes on by cursor and by page', async () => {
    const first = await read(`updated_since=${start}&include_deleted=true&per_page=1`);
    expect(
      idsOf(await read(`updated_since=${start}&include_deleted=true&per_page=1&cursor=${first.next_cursor ?? ''}`)),
    ).toEqual([deleted]);
    expect(idsOf(await read(`updated_since=${start}&include_deleted=true&per_page=1&page=2`))).toEqual([deleted]);
    const newest = await read(`updated_since=${start}&include_deleted=true&sort=-updated_at&per_page=1`);
    expect(
      idsOf(
        await read(
          `updated_since=${start}&include_deleted=true&sort=-updated_at&per_page=1&cursor=${newest.next_cursor ?? ''}`,
        ),
      ),
    ).toEqual([edited]);
  });

  it('includes a change at that very time', async () => {
    const [, tombstone] = (await read(`updated_since=${start}&include_deleted=true`)).data;
    const at = Date.parse(tombstone?.updated_at ?? '');
    expect(idsOf(await read(`updated_since=${new Date(at).toISOString()}&include_deleted=true`))).toContain(deleted);
    expect(idsOf(await read(`updated_since=${new Date(at + 1).toISOString()}&include_deleted=true`))).not.toContain(
      deleted,
    );
  });

  it('has deleted ones by angler and by account, whatever else is asked', async () => {
    const { data } = await read(
      `updated_since=${start}&include_deleted=true&min_weight_lbs=4000&species=walleye&q=nothing`,
    );
    expect(data).toMatchObject([{ id: deleted, deleted: true }]);
    expect(idsOf(await read(`include_deleted=true&mine=true`, reviewer))).toEqual([]);
    expect(idsOf(await read(`include_deleted=true&mine=false&updated_since=${start}`, reviewer))).toEqual([
      edited,
      deleted,
    ]);
    expect(
      idsOf(await read(`include_deleted=true&updated_since=${start}&angler_id=${data[0]?.angler.id ?? ''}`)),
    ).toEqual([edited, deleted]);
    expect(idsOf(await read(`include_deleted=true&angler_id=ang_none`))).toEqual([]);
  });

  it('keeps a deleted one whole when fields are chosen', async () => {
    const { data } = await read(`updated_since=${start}&include_deleted=true&fields=id`);
    expect([Object.keys(data[0] ?? {}), data[1]?.deleted]).toEqual([['id'], true]);
  });

  it('is refused in another order together with deleted ones', async () => {
    const { status, body } = await catches.call<Page>(
      'GET',
      `/v1/catches?updated_since=${start}&include_deleted=true&sort=weight_lbs`,
    );
    expect({ status, errors: body.errors }).toMatchObject({ status: 400, errors: [{ parameter: 'sort' }] });
  });
});

describe('a write in flight', () => {
  it('holds back what changed after it began, until it is committed', async () => {
    const since = new Date().toISOString();
    const writer = await catches.pool.connect();
    await writer.query('BEGIN');
    await writer.query('UPDATE catches SET updated_at = now() WHERE id = $1', [edited]);
    const later = await catches.logged();
    expect(idsOf(await read(`updated_since=${since}`))).toEqual([]);
    expect(idsOf(await read(`updated_since=${since}&include_deleted=true`))).toEqual([]);
    expect(idsOf(await read('per_page=1'))).toEqual([later]);
    await writer.query('COMMIT');
    writer.release();
    await eventually(async () =>
      expect(idsOf(await read(`updated_since=${since}&sort=updated_at`))).toEqual([edited, later]),
    );
  });

  it('is never overtaken: going on from the newest change seen loses none of 200', async () => {
    const seen = new Set<string>();
    let since = new Date().toISOString();
    let isWriting = true;
    const follow = async () => {
      for (let isLast = false; !isLast;) {
        isLast = !isWriting;
        const { data } = await read(`updated_since=${since}&sort=updated_at&per_page=100`);
        for (const { id } of data) seen.add(id);
        since = data.at(-1)?.updated_at ?? since;
      }
    };
    const follower = follow();
    const written = (
      await Promise.all(
        Array.from({ length: 10 }, async () => {
          const ids: string[] = [];
          for (let at = 0; at < 20; at += 1) ids.push(await catches.logged());
          return ids;
        }),
      )
    ).flat();
    isWriting = false;
    await follower;
    expect(written.filter((id) => !seen.has(id))).toEqual([]);
  });
});
