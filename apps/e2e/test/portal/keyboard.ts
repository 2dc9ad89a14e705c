import type { Locator, Page } from 'playwright-core';

/** More stops than any page has. */
const MOST_STOPS = 150;

/** Goes from stop to stop as somebody without a mouse does, until it is there; fails where that leads nowhere. */
export const reach = async (page: Page, target: Locator): Promise<void> => {
  await target.waitFor();
  for (let stops = 0; stops < MOST_STOPS; stops += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`${String(target)} cannot be reached by the keyboard.`);
};

/** Reaches something and presses Enter on it. */
export const activate = async (page: Page, target: Locator): Promise<void> => {
  await reach(page, target);
  await page.keyboard.press('Enter');
};

/** Reaches a field and types over what it holds. */
export const typeInto = async (page: Page, label: string, text: string): Promise<void> => {
  await reach(page, page.getByLabel(label, { exact: true }));
  await page.keyboard.press('Control+A');
  await page.keyboard.type(text);
};
