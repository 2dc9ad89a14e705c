import { HeavyReads } from '@cds/postgres';
import pg from 'pg';
import type { CatchFilter } from '../catch-filter.js';
import { listCatchesQuery } from '../catch-list.schemas.js';
import { chooseStrategies } from './choose-strategies.js';
import { DeltaPage } from './delta-page.strategy.js';
import { GatherPage } from './gather-page.strategy.js';
import { IndexPage } from './index-page.strategy.js';
import { MultiKeyPage } from './multi-key-page.strategy.js';
import { PageReads } from './page-reads.js';
import { PageTotals } from './page-totals.js';
import { WindowPage } from './window-page.strategy.js';

/** Never connects: a total that a cursor carries takes the place of an estimate. */
const pool = new pg.Pool();
const reads = new PageReads(pool, pool, new HeavyReads(pool, pool));
const totals = new PageTotals(reads);
const gather = new GatherPage(reads);
const strategies = [
  new DeltaPage(reads, totals),
  new IndexPage(reads, totals),
  new MultiKeyPage(reads, totals),
  gather,
  new WindowPage(reads, totals, gather),
];

const filterOf = (parameters: Readonly<Record<string, string>>): CatchFilter => ({
  viewer: 'acc_1',
  query: listCatchesQuery.parse(parameters),
  speciesIds: undefined,
  words: [],
  erasing: [],
  settledAt: undefined,
});

const chosen = async (parameters: Readonly<Record<string, string>>, total?: number): Promise<string[]> => {
  const place = { after: undefined, offset: 0, limit: 25, total };
  const able = await chooseStrategies(strategies, { filter: filterOf(parameters), place });
  return able.map((strategy) => strategy.constructor.name);
};

const NEAR = '31.12,-97.65,25';

describe('a page of catches is read', () => {
  it.each<[what: string, parameters: Record<string, string>, strategy: string]>([
    ['with deleted ones', { include_deleted: 'true', near: NEAR }, 'DeltaPage'],
    ['in the order of one key', { sort: 'weight_lbs', region: 'US-TX' }, 'IndexPage'],
    ['in the order of several keys', { sort: '-depth_ft,created_at' }, 'MultiKeyPage'],
    ['within an area, in the order of several keys', { sort: '-depth_ft,created_at', near: NEAR }, 'GatherPage'],
  ])('%s', async (_what, parameters, strategy) => {
    expect(await chosen(parameters)).toEqual([strategy]);
  });

  it('by gathering what matches an area while that is few, and in a window of the list beyond', async () => {
    expect(await chosen({ near: NEAR }, 5_000)).toEqual(['GatherPage', 'WindowPage']);
    expect(await chosen({ near: NEAR }, 5_001)).toEqual(['WindowPage', 'GatherPage']);
  });
});
