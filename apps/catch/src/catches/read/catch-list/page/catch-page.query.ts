import type { PlaceInList } from '@cds/postgres';
import { Injectable } from '@nestjs/common';
import type { CatchFilter } from '../catch-filter.js';
import { chooseStrategies } from './choose-strategies.js';
import { DeltaPage } from './delta-page.strategy.js';
import { GatherPage } from './gather-page.strategy.js';
import { IndexPage } from './index-page.strategy.js';
import { MultiKeyPage } from './multi-key-page.strategy.js';
import type { CatchPage, PageStrategy } from './page-strategy.js';
import { WindowPage } from './window-page.strategy.js';

/**
 * Reads the rows of a page and the exact number of all that match, by the strategy that costs least. The decision tree
 * is in `docs/catch-list.md`.
 */
@Injectable()
export class CatchPageQuery {
  private readonly strategies: readonly PageStrategy[];

  constructor(delta: DeltaPage, index: IndexPage, multiKey: MultiKeyPage, gather: GatherPage, window: WindowPage) {
    this.strategies = [delta, index, multiKey, gather, window];
  }

  /** Statements that nobody waits for any more are cancelled when `signal` aborts. */
  async execute(filter: CatchFilter, place: PlaceInList, signal?: AbortSignal): Promise<CatchPage> {
    const request = { filter, place, signal };
    for (const strategy of await chooseStrategies(this.strategies, request)) {
      const page = await strategy.read(request);
      if (page) return page;
    }
    throw new Error('every strategy that can read this page gave up');
  }
}
