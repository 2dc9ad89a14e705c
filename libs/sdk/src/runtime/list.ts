import type { RequestOptions } from './options.js';

export interface Page<Item> {
  readonly data: Item[];
  /** How many fit in all; absent with `total=false`. */
  readonly total?: number;
  readonly page: number | null;
  readonly per_page: number;
  readonly has_more: boolean;
  readonly next_cursor: string | null;
}

type Fetch<Item> = (params: object, options?: RequestOptions) => Promise<Page<Item>>;

/**
 * A list that is read when it is used: `await` gives its first page, `for await` every item, `pages()` page after page,
 * `toArray({ max })` the first items. Each use reads it anew.
 */
export class List<Item> implements PromiseLike<Page<Item>>, AsyncIterable<Item> {
  constructor(
    private readonly fetch: Fetch<Item>,
    private readonly params: object,
    private readonly options?: RequestOptions,
  ) {}

  // A list is no promise itself: one that nobody awaits would end in an unhandled rejection.
  then<A = Page<Item>, B = never>(
    onPage?: ((page: Page<Item>) => A | PromiseLike<A>) | null,
    onFailure?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.fetch(this.params, this.options).then(onPage, onFailure);
  }

  /** Page after page by cursor, to any depth. Pages are counted once: all have the `total` of the first. */
  async *pages(): AsyncGenerator<Page<Item>, void, undefined> {
    let page = await this.fetch(this.params, this.options);
    const { total } = page;
    yield page;
    while (page.next_cursor !== null) {
      const { page: _, ...params } = this.params as { page?: number };
      page = await this.fetch({ ...params, cursor: page.next_cursor, total: false }, this.options);
      if (total !== undefined) Object.assign(page, { total });
      yield page;
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    for await (const { data } of this.pages()) yield* data;
  }

  /** The first items, at most `max`. */
  async toArray({ max }: { readonly max: number }): Promise<Item[]> {
    const items: Item[] = [];
    if (!(max > 0)) return items;
    for await (const item of this) if (items.push(item) >= max) break;
    return items;
  }
}
