export interface ListAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

export interface ListUnderTest {
  /** Answers the list with these parameters. */
  readonly get: (query: string) => Promise<ListAnswer>;
  /** Filters and sort that leave three things or more, at most a hundred. */
  readonly query?: string;
  /** A filter or a sort besides, with which a cursor of `query` is of another list; none where there is neither. */
  readonly other?: string;
  /** A field that all of the things have. */
  readonly field: string;
}

interface ListPage {
  readonly data: readonly object[];
  readonly total?: number;
  readonly page: number | null;
  readonly has_more: boolean;
  readonly next_cursor: string | null;
  readonly errors?: readonly { parameter?: string; detail: string }[];
}

/** Which of the rules of every list one breaks, by name; none of them where all is well. */
export const brokenListRules = async ({ get, query = '', other, field }: ListUnderTest): Promise<string[]> => {
  const ask = async (more: string) => {
    const { status, headers, body } = await get([query, more].filter((part) => part !== '').join('&'));
    return { status, links: linksOf(headers), ...(body as ListPage) };
  };
  const refuses = async (more: string, parameter: string, word = ''): Promise<boolean> => {
    const { status, errors = [] } = await ask(more);
    return status === 400 && errors.some((one) => one.parameter === parameter && one.detail.includes(word));
  };
  const all = await ask('per_page=100');
  const first = await ask('per_page=2');
  const cursor = `cursor=${first.next_cursor ?? ''}`;
  const walked: object[] = [...first.data];
  const rest = [];
  for (let next = first.next_cursor; next !== null;) {
    const page = await ask(`per_page=2&cursor=${next}`);
    rest.push(page);
    walked.push(...page.data);
    next = page.next_cursor;
  }
  const uncounted = await ask('total=false&per_page=2');
  const picked = await ask(`fields=${field}&per_page=2`);
  const isKept: Record<string, boolean> = {
    'has three things or more, and tells how many':
      all.data.length >= 3 && all.total === all.data.length && all.next_cursor === null && !all.has_more,
    'is the same by cursor': JSON.stringify(walked) === JSON.stringify(all.data),
    'has no page number and the first total on a cursor’s page': rest.every(
      ({ page, total }) => page === null && total === all.total,
    ),
    'has more where there is a cursor': [first, ...rest].every(
      ({ has_more: hasMore, next_cursor: next }) => hasMore === (next !== null),
    ),
    'links to first and last, or to first and next alone':
      first.links === 'first next last' &&
      rest.every(({ next_cursor: next, links }) => links === (next ? 'first next' : 'first')),
    'has numbered pages':
      JSON.stringify((await ask('page=2&per_page=2')).data) === JSON.stringify(all.data.slice(2, 4)),
    'leaves the total out': uncounted.total === undefined && uncounted.data.length === 2,
    'picks fields': picked.data.length === 2 && picked.data.every((one) => Object.keys(one).join() === field),
    'refuses unknown fields': await refuses('fields=nonsense', 'fields', 'nonsense'),
    'refuses unknown parameters': await refuses('nonsense=1', 'nonsense'),
    'refuses a cursor beside a page': await refuses(`page=1&${cursor}`, 'cursor'),
    'refuses what is no cursor': await refuses('cursor=nonsense', 'cursor'),
    'refuses a cursor of another filter or sort':
      other === undefined || (await refuses(`${other}&${cursor}`, 'cursor')),
    'is 10,000 rows deep and points to cursor':
      (await ask('page=100&per_page=100')).status === 200 && (await refuses('page=101&per_page=100', 'page', 'cursor')),
  };
  return Object.entries(isKept).flatMap(([rule, holds]) => (holds ? [] : [rule]));
};

const linksOf = (headers: Headers): string =>
  [...(headers.get('link') ?? '').matchAll(/rel="(\w+)"/g)].map(([, rel]) => rel).join(' ');
