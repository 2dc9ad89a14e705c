import { testCaller } from '@cds/testing/identity';
import { OWNER } from './catch.builders.js';
import { CatchHarness, owner, reviewer } from './catch.harness.js';

interface Page {
  data: { id: string; weight_lbs: number }[];
  total?: number;
  page: number | null;
  has_more: boolean;
  next_cursor: string | null;
  errors?: { parameter: string; code: string; detail: string }[];
}

let catches: CatchHarness;
let ids: string[];
const list = (query: string, caller = owner) => catches.call<Page>('GET', `/v1/catches?${query}`, undefined, caller);
const cursorOf = async (query: string): Promise<string> => (await list(query)).body.next_cursor ?? '';

beforeAll(async () => {
  catches = await CatchHarness.start();
  ids = [];
  for (let at = 0; at < 60; at += 1)
    ids.push(
      await catches.logged({ weight_lbs: 1 + (at % 5), ...(at % 3 > 0 && { depth_ft: at % 4 }), notes: 'stays' }),
    );
});
afterAll(() => catches.stop());

describe('walking a list by cursor', () => {
  it.each(['-created_at', 'weight_lbs', '-depth_ft', 'depth_ft,-weight_lbs', 'caught_at,weight_lbs'])(
    'by %s skips and repeats none of the catches that stay, while others come, change and go',
    async (sort) => {
      let isWalking = true;
      const passing: string[] = [];
      const disturb = async () => {
        for (let at = 0; isWalking; at += 1) {
          passing.push(await catches.logged({ weight_lbs: 1 + (at % 5), depth_ft: at % 4 }));
          const [edited, deleted] = [passing.at(-3), passing.at(-6)];
          if (edited) await catches.call('PATCH', `/v1/catches/${edited}`, { weight_lbs: 5, depth_ft: null });
          if (deleted) await catches.call('DELETE', `/v1/catches/${deleted}`);
        }
      };
      const disturber = disturb();
      const seen: string[] = [];
      for (let cursor: string | null = ''; cursor !== null;) {
        const { body }: { body: Page } = await list(`sort=${sort}&per_page=7${cursor && `&cursor=${cursor}`}`);
        seen.push(...body.data.map(({ id }) => id));
        cursor = body.next_cursor;
      }
      isWalking = false;
      await disturber;
      const stayed = seen.filter((id) => ids.includes(id));
      expect(stayed.toSorted()).toEqual(ids.toSorted());
      for (const id of passing) await catches.call('DELETE', `/v1/catches/${id}`);
    },
  );

  it(
    'tells the total of its first page on every page, with no page number and with links to first and ' + 'next alone',
    async () => {
      const first = await list('per_page=20');
      expect(first.body).toMatchObject({ total: 60, page: 1, has_more: true });
      await catches.logged();
      const second = await list(`per_page=20&cursor=${first.body.next_cursor ?? ''}`);
      expect(second.body).toMatchObject({ total: 60, page: null, has_more: true });
      expect(second.headers.get('link')).toBe(
        '</v1/catches?per_page=20>; rel="first", ' +
          `</v1/catches?per_page=20&cursor=${second.body.next_cursor ?? ''}>; rel="next"`,
      );
      const third = await list(`per_page=20&cursor=${second.body.next_cursor ?? ''}`);
      expect(third.body).toMatchObject({ total: 60, page: null, has_more: false, next_cursor: null });
    },
  );

  it('leaves the total out where nobody wants it', async () => {
    const { body } = await list('total=false&per_page=20');
    expect(body).not.toHaveProperty('total');
    const next = await list(`total=false&per_page=20&cursor=${body.next_cursor ?? ''}`);
    expect(next.body).not.toHaveProperty('total');
    expect(next.body.data).toHaveLength(20);
  });

  it('goes on with another page size, fields, units, and another key of the account', async () => {
    const cursor = await cursorOf('sort=weight_lbs&per_page=20');
    const otherKey = testCaller({
      accountId: OWNER,
      credentialId: 'key_01h455vb4pex5vsknk084sn0zz',
      scopes: ['catches:read'],
    });
    const { status, body } = await list(
      `sort=weight_lbs&per_page=3&fields=id&units=metric&expand=species&cursor=${cursor}`,
      otherKey,
    );
    expect({ status, keys: body.data.map((one) => Object.keys(one)) }).toEqual({
      status: 200,
      keys: [['id'], ['id'], ['id']],
    });
  });
});

describe('a cursor', () => {
  it.each([
    ['another filter', 'sort=weight_lbs&species=walleye', owner],
    ['another sort', 'sort=-weight_lbs', owner],
    ['another account', 'sort=weight_lbs', reviewer],
  ])('is refused with %s', async (_what, query, caller) => {
    const { status, body } = await list(`${query}&cursor=${await cursorOf('sort=weight_lbs&per_page=20')}`, caller);
    expect({ status, errors: body.errors }).toMatchObject({ status: 400, errors: [{ parameter: 'cursor' }] });
  });

  it.each(['x', 'AAAA', '%00', `${'A'.repeat(4_001)}`])('is refused when nobody issued it: %s', async (cursor) => {
    const { status, body } = await list(`cursor=${cursor}`);
    expect({ status, errors: body.errors }).toMatchObject({ status: 400, errors: [{ parameter: 'cursor' }] });
  });

  it('is refused with a letter of it changed', async () => {
    const cursor = await cursorOf('per_page=20');
    const changed = `${cursor.startsWith('A') ? 'B' : 'A'}${cursor.slice(1)}`;
    expect((await list(`cursor=${changed}`)).status).toBe(400);
  });

  it('is refused beside a page', async () => {
    const { status, body } = await list(`page=1&cursor=${await cursorOf('per_page=20')}`);
    expect({ status, errors: body.errors }).toMatchObject({
      status: 400,
      errors: [{ parameter: 'cursor', code: 'conflict' }],
    });
  });

  it('is what a page over 10,000 rows deep points to', async () => {
    expect((await list('page=400')).status).toBe(200);
    const { status, body } = await list('page=401');
    expect({ status, errors: body.errors }).toMatchObject({
      status: 400,
      errors: [{ parameter: 'page', detail: expect.stringContaining('cursor') }],
    });
  });
});
