import type { PageRow } from './page-row.js';
import type { PageRequest, PageShape } from './page-request.js';

export interface CatchPage {
  readonly rows: readonly PageRow[];
  /** Undefined where the request wants no total. */
  readonly total: number | undefined;
}

/** One way to read a page of catches. `docs/catch-list.md` compares them. */
export interface PageStrategy {
  /** When it applies: the shapes of pages that it can read. */
  readonly shapes: readonly PageShape[];
  /** What the page costs, in rows that are found by an index. Reads no rows to find out. */
  cost(request: PageRequest): number | Promise<number>;
  /** Reads the page. Resolves to undefined when the page turns out to cost more than the next strategy. */
  read(request: PageRequest): Promise<CatchPage | undefined>;
}
