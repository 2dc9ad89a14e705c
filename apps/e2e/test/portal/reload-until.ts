import { eventually } from '@cds/testing';
import type { Locator, Page } from 'playwright-core';

/** Loads a page again and again until it shows what other services have to hear of first. */
export const reloadUntil = (page: Page, sight: Locator): Promise<void> =>
  eventually(
    async () => {
      // What a page shows comes after it has loaded.
      await sight.waitFor({ timeout: 5_000 }).catch(async (error: unknown) => {
        await page.reload();
        throw error;
      });
    },
    { timeoutMs: 90_000 },
  );
