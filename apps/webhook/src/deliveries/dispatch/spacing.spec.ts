import { Spacing } from './spacing.js';

/** A timer may be early by a part of a millisecond. */
const EARLY_MS = 1;

describe('works that follow each other', () => {
  it('begin at least so long after one another, and the first one at once', async () => {
    const spacing = new Spacing(20);
    const startedAt = performance.now();
    await Promise.race([
      spacing.next(),
      new Promise((_, reject) => setImmediate(reject, new Error('it waited for a timer'))),
    ]);
    await spacing.next();
    await spacing.next();
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(2 * (20 - EARLY_MS));
  });
});
