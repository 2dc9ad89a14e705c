import type { BrowserContext, Page } from 'playwright-core';
import { Traffic } from './traffic.js';

export interface Tab {
  readonly page: Page;
  readonly traffic: Traffic;
}

const VIEWPORT = { width: 1_280, height: 720 };

/** A page of the same origin without scripts. */
const EMPTY_PAGE = '/robots.txt';

/** Leaves a tab as a new one would be: nothing runs, and the next page finds no draft of the one before. */
const empty = async ({ page }: Tab): Promise<void> => {
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.goto(EMPTY_PAGE);
  await page.evaluate(() => sessionStorage.clear());
  await page.emulateMedia({ colorScheme: null });
  await page.setViewportSize(VIEWPORT);
};

/**
 * A browser with cookies and a cache of its own. A tab that is given back is emptied and given to the next who asks:
 * the process of a new one would have to load and compile the portal once more, which costs more than all that a test
 * does.
 */
export class Profile {
  private idle: Tab | undefined;

  constructor(readonly context: BrowserContext) {}

  async take(): Promise<Tab> {
    const kept = this.idle;
    this.idle = undefined;
    if (kept) return kept;
    const page = await this.context.newPage();
    return { page, traffic: new Traffic(page) };
  }

  /** Keeps one alone, so that none lies behind another, where a browser draws nothing. */
  async giveBack(tab: Tab): Promise<void> {
    if (this.idle) return tab.page.close();
    await empty(tab);
    this.idle = tab;
  }
}
