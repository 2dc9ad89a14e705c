import { Spacing } from './spacing.js';

it('waits for the rest of the time since the last work began, and not at all after a longer pause', async () => {
  let now = 0;
  const waits: number[] = [];
  const wait = (ms: number): Promise<void> => {
    waits.push(ms);
    now += ms;
    return Promise.resolve();
  };
  const spacing = new Spacing(8, () => now, wait);
  for (const worksFor of [3, 7, 30, 0]) {
    await spacing.next();
    now += worksFor;
  }
  expect(waits).toEqual([5, 1]);
});
