import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import type { Person, Portal } from './portal.js';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** What axe finds wrong with what the page shows now, in words; none is good. */
export const axeFindings = async (page: Page): Promise<string[]> => {
  await page.evaluate(AXE);
  const { violations } = await page.evaluate(
    (values) => (globalThis as unknown as AxeWindow).axe.run({ runOnly: { type: 'tag', values } }),
    RULES,
  );
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`));
};

interface AxeWindow {
  readonly axe: { run(options: object): Promise<AxeResults> };
}

/** From the narrowest phone to a wide screen, in both themes. */
const LOOKS = [390, 1_920].flatMap((width) => (['light', 'dark'] as const).map((theme) => ({ width, theme })));

const isStill = async (page: Page): Promise<void> => {
  await page.waitForLoadState('networkidle');
  await page.waitForFunction(
    () => document.querySelector('h1') !== null && !document.querySelector('[role=status][aria-label^=Loading]'),
  );
};

/**
 * Ends what fades from one theme's colours to those of the other: in between, nothing has the contrast it is to have.
 */
const endTransitions = async (): Promise<void> => {
  const nextFrame = () => new Promise((resolve) => globalThis.requestAnimationFrame(resolve));
  await nextFrame();
  await nextFrame();
  for (const animation of document.getAnimations())
    if (animation instanceof globalThis.CSSTransition) animation.finish();
};

/**
 * Opens a page once, brings it to every width and theme, and tells what is wrong with it in each: what axe finds, and
 * whether it scrolls sideways. `before` brings it into another state first, such as an open dialog. With
 * `PORTAL_SCREENSHOTS` it leaves pictures in that folder.
 */
export const faultsInAllLooks = async (
  portal: Portal,
  person: Person | null,
  path: string,
  before: (page: Page) => Promise<unknown> = () => Promise.resolve(),
): Promise<string[]> => {
  await using window = await portal.window(person);
  const { page } = window;
  await page.goto(path);
  await isStill(page);
  await before(page);
  const faults: string[] = [];
  for (const { width, theme } of LOOKS) {
    await page.setViewportSize({ width, height: 1_000 });
    await page.emulateMedia({ colorScheme: theme });
    await page.evaluate(endTransitions);
    const name = `${path.replaceAll(/\W+/g, '-')}-${before.name}-${width}-${theme}`;
    faults.push(...(await faultsShown(page, name)).map((fault) => `${width} px, ${theme}: ${fault}`));
  }
  return faults;
};

const faultsShown = async (page: Page, name: string): Promise<string[]> => {
  const folder = process.env['PORTAL_SCREENSHOTS'];
  if (folder) await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true, animations: 'disabled' });
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - globalThis.innerWidth);
  return [...(await axeFindings(page)), ...(overflow > 0 ? [`scrolls sideways by ${overflow} px`] : [])];
};
