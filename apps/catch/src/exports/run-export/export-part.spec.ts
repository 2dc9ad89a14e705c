import { jest } from '@jest/globals';
import type { CatchFilter } from '../../catches/read/catch-list/catch-filter.js';
import type { CatchWalkQuery, WalkedCatches } from '../../catches/read/catch-list/catch-walk.query.js';
import type { IdRange } from '../../catches/read/catch-list/catch-walk.sql.js';
import type { CatchView } from '../../catches/read/catch-view.js';
import { ExportPart } from './export-part.js';

const CATCHES = 300;
const LINE = 'x'.repeat(100_000);

/** A walk through catches that all match, and how many each step asked for. */
const walkOf = (count: number): { walk: CatchWalkQuery; windows: number[] } => {
  const windows: number[] = [];
  const next = (_filter: CatchFilter, range: IdRange, _viewer: string, window: number): Promise<WalkedCatches> => {
    windows.push(window);
    const { afterId, toId = count } = range;
    const walked = Math.min(window, Number(toId) - Number(afterId));
    const catches = Array.from({ length: walked }, () => ({ angler: { id: 'ang_1' } }) as CatchView);
    return Promise.resolve({ catches, formerAnglerIds: [], walked, lastId: String(Number(afterId) + walked) });
  };
  return { walk: { next } as unknown as CatchWalkQuery, windows };
};

const partOf = (walk: CatchWalkQuery, line: string, toId?: string): ExportPart =>
  new ExportPart(
    walk,
    {} as CatchFilter,
    'acc_1',
    { head: '', line: () => line },
    { afterId: '0', toId, isFirst: true },
    () => undefined,
  );

describe('a part of large catches', () => {
  // However slow the machine is: a part also ends after a time.
  beforeEach(() => jest.spyOn(performance, 'now').mockReturnValue(0));
  afterEach(() => jest.restoreAllMocks());

  it('is written in pieces, between which other work has its turn', async () => {
    const part = partOf(walkOf(CATCHES).walk, LINE);
    let turns = 0;
    const count = (): void => {
      turns += 1;
      counting = setImmediate(count);
    };
    let counting = setImmediate(count);
    const lengths: number[] = [];
    for await (const piece of part.content()) lengths.push(piece.length);
    clearImmediate(counting);
    const full = lengths.filter((length) => length === 3 * LINE.length);
    expect(Math.max(...lengths)).toBe(full[0]);
    expect(lengths.reduce((sum, length) => sum + length)).toBe(CATCHES * LINE.length);
    expect(turns).toBeGreaterThanOrEqual(full.length - 1);
    expect([part.rows, part.bytes, part.isLast]).toEqual([CATCHES, CATCHES * LINE.length, true]);
  });

  it('ends when it is large, and leaves the others to the next part', async () => {
    const part = partOf(walkOf(2_000).walk, LINE);
    for await (const _ of part.content());
    const MIB = 1_048_576;
    expect(part.bytes).toBeGreaterThanOrEqual(64 * MIB);
    expect(part.bytes).toBeLessThan(66 * MIB);
    expect([part.isLast, part.lastId]).toEqual([false, String(part.rows)]);
  });

  it('reads a few catches at a time, and of small ones many', async () => {
    const [large, small] = [walkOf(CATCHES), walkOf(5_000)];
    for await (const _ of partOf(large.walk, LINE).content());
    expect(large.windows.slice(0, 3)).toEqual([100, 10, 10]);
    for await (const _ of partOf(small.walk, 'x').content());
    expect(small.windows.slice(0, 3)).toEqual([100, 1_000, 1_000]);
  });
});

describe('the time that a part takes', () => {
  const STEP_MS = 400;

  /** A walk whose steps take time. */
  const slowWalk = (): CatchWalkQuery => {
    const { walk } = walkOf(10_000);
    const next = walk.next.bind(walk);
    let now = 0;
    jest.spyOn(performance, 'now').mockImplementation(() => now);
    walk.next = (...args) => {
      now += STEP_MS;
      return next(...args);
    };
    return walk;
  };
  afterEach(() => jest.restoreAllMocks());

  it('ends it after about a second', async () => {
    const part = partOf(slowWalk(), 'x');
    for await (const _ of part.content());
    expect([part.rows, part.lastId, part.isLast]).toEqual([2_100, '2100', false]);
  });

  it('does not end it before the whole of a given range is there', async () => {
    const part = partOf(slowWalk(), 'x', '7000');
    for await (const _ of part.content());
    expect([part.rows, part.lastId, part.isLast]).toEqual([7_000, '7000', true]);
  });
});
