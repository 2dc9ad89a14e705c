import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';
import type { OpenTab } from './portal.js';
import { twoFrames } from './traffic.js';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const ALL_RULES: RunOptions = {
  runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] },
};
/** A theme is colours alone, so that these are the rules whose findings it can change. */
const RULES_OF_COLOUR: RunOptions = { runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } };

/**
 * Leaves out what takes time and is not read: what passes, the selectors of nodes, and style sheets fetched once more.
 */
const BRIEFLY: RunOptions = { resultTypes: ['violations'], selectors: false, preload: { assets: ['media'] } };

/** What axe finds wrong with what the page shows now, in words; none is good. */
export const axeFindings = async (page: Page, rules: RunOptions = ALL_RULES): Promise<string[]> => {
  const isThere = await page.evaluate(() => 'axe' in globalThis);
  if (!isThere) await page.evaluate(AXE);
  const { violations } = await page.evaluate((options) => (globalThis as unknown as AxeWindow).axe.run(options), {
    ...rules,
    ...BRIEFLY,
  });
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`));
};

interface AxeWindow {
  readonly axe: { run(options: RunOptions): Promise<AxeResults> };
}

interface Look {
  readonly width: number;
  readonly theme: 'light' | 'dark';
  readonly rules: RunOptions;
}

/** From the narrowest phone to a wide screen, in both themes. */
const LOOKS: readonly Look[] = [
  { width: 390, theme: 'light', rules: ALL_RULES },
  { width: 390, theme: 'dark', rules: RULES_OF_COLOUR },
  { width: 1_920, theme: 'dark', rules: RULES_OF_COLOUR },
  { width: 1_920, theme: 'light', rules: ALL_RULES },
];

/**
 * Ends what fades from one theme's colours to those of the other: in between, nothing has the contrast it is to have.
 */
const endTransitions = (): void => {
  for (const animation of document.getAnimations())
    if (animation instanceof globalThis.CSSTransition) animation.finish();
};

/** A page, or a state of it, and a text by which to know that it is there. */
export interface Sight {
  readonly path: string;
  readonly shows: string | RegExp;
  /** Brings the page into another state first, such as an open dialog. */
  readonly open?: (page: Page) => Promise<unknown>;
}

/**
 * Opens pages one by one, brings each to every width and theme, and tells what is wrong with it there: what axe finds,
 * and whether it scrolls sideways. With `PORTAL_SCREENSHOTS` it leaves pictures in that folder.
 */
export const faultsInAllLooks = async (tab: OpenTab, sights: readonly Sight[]): Promise<string[]> => {
  const faults: string[] = [];
  for (const sight of sights) faults.push(...(await faultsOfSight(tab, sight)));
  return faults;
};

const faultsOfSight = async ({ page, traffic }: OpenTab, { path, shows, open }: Sight): Promise<string[]> => {
  await page.goto(path);
  await page.getByText(shows).filter({ visible: true }).first().waitFor();
  await traffic.isOver();
  await open?.(page);
  const faults: string[] = [];
  for (const look of LOOKS) {
    await page.setViewportSize({ width: look.width, height: 1_000 });
    await page.emulateMedia({ colorScheme: look.theme });
    await page.evaluate(twoFrames);
    await page.evaluate(endTransitions);
    const name = `${path}, ${String(shows)}, ${look.width} px, ${look.theme}`;
    faults.push(...(await faultsShown(page, look, name)).map((fault) => `${name}: ${fault}`));
  }
  return faults;
};

const faultsShown = async (page: Page, { rules }: Look, name: string): Promise<string[]> => {
  const folder = process.env['PORTAL_SCREENSHOTS'];
  const path = join(folder ?? '', `${name.replaceAll(/\W+/g, '-')}.png`);
  if (folder) await page.screenshot({ path, fullPage: true, animations: 'disabled' });
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - globalThis.innerWidth);
  return [...(await axeFindings(page, rules)), ...(overflow > 0 ? [`scrolls sideways by ${overflow} px`] : [])];
};
