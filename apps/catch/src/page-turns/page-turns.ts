import { setTimeout as pause } from 'node:timers/promises';
import { AccountTurns, type AccountTurnsOptions } from '@cds/postgres';
import { onceForEach } from './once-for-each.js';

/** Of pages that are read and answered. */
const PAGES: AccountTurnsOptions = { maxAtOnce: 8, maxWaiting: 100, maxWaitMs: 4_000 };
const LARGE_PAGES: AccountTurnsOptions = { ...PAGES, maxAtOnce: 1 };

/** In characters. A hundred catches without long notes and metadata have a tenth of it. */
const LARGE = 524_288;
const CHARACTERS_PER_SECOND = 4_194_304;

/**
 * Bounds what the pages of one account cost everybody else. A page of catches with the longest notes and metadata has
 * 20 MB, which take a third of a second of the process. So an account reads a few pages at once, sends one large page
 * after the other, and waits after each for as long as it is worth.
 */
export class PageTurns {
  private readonly pages: AccountTurns;
  private readonly largePages: AccountTurns;

  constructor(
    options: Partial<AccountTurnsOptions> = {},
    private readonly rest = (ms: number): Promise<unknown> => pause(ms, undefined, { ref: false }),
  ) {
    this.pages = new AccountTurns({ ...PAGES, ...options });
    this.largePages = new AccountTurns({ ...LARGE_PAGES, maxWaiting: options.maxWaiting ?? PAGES.maxWaiting });
  }

  /**
   * Resolves when the account may read a page, which ends with `answered`. Fails with `limit.heavy_reads` when too many
   * of its pages wait.
   */
  read(accountId: string, answered: Promise<void>, signal?: AbortSignal): Promise<void> {
    return begun(this.pages, accountId, () => answered, signal);
  }

  /** Resolves when the page may be sent. Fails as `read` does. */
  async send(accountId: string, page: object, answered: Promise<void>, signal?: AbortSignal): Promise<void> {
    const characters = charactersOf(page);
    if (characters <= LARGE) return;
    const sending = async (): Promise<void> => {
      await answered;
      await this.rest((characters / CHARACTERS_PER_SECOND) * 1_000);
    };
    await begun(this.largePages, accountId, sending, signal);
  }
}

const begun = (
  turns: AccountTurns,
  accountId: string,
  work: () => Promise<void>,
  signal: AbortSignal | undefined,
): Promise<void> =>
  new Promise((resolve, reject) => {
    const begin = (): Promise<void> => {
      resolve();
      return work();
    };
    turns.run(accountId, begin, signal).catch(reject);
  });

/** Of the texts of a page, which are what is long in it. */
const charactersOf = onceForEach((page: object) => charactersIn(page));

const charactersIn = (value: unknown): number => {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 0;
  let characters = 0;
  for (const part of Object.values(value)) characters += charactersIn(part);
  return characters;
};
