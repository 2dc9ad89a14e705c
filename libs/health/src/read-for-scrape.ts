/** Less than Prometheus waits for an answer, which is 10 s unless it is set otherwise. */
const SCRAPE_READ_MS = 2_000;

/**
 * What `read` resolves to, or undefined when it fails or takes longer than `timeoutMs` (default: `SCRAPE_READ_MS`): a
 * database that is away takes the metrics read from it, and no others.
 */
export const readForScrape = async <T>(
  read: () => Promise<T>,
  timeoutMs: number = SCRAPE_READ_MS,
): Promise<T | undefined> => {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), timeoutMs);
  });
  try {
    return await Promise.race([read(), tooLate]);
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
  }
};
