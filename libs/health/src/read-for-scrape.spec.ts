import { readForScrape } from './read-for-scrape.js';

test('what was read is returned', async () => {
  expect(await readForScrape(() => Promise.resolve(3))).toBe(3);
});

test('a read that fails, at once or later, returns nothing', async () => {
  expect(await readForScrape(() => Promise.reject(new Error('away')))).toBeUndefined();
  const failing = (): never => {
    throw new Error('away');
  };
  expect(await readForScrape(failing)).toBeUndefined();
});

test('a read that never ends returns nothing, in time for the scrape', async () => {
  expect(await readForScrape(() => new Promise(() => undefined), 5)).toBeUndefined();
});
