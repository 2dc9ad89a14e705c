import { workersFor } from './picture-settings.js';

const GB = 1_000_000_000;

it.each([
  ['one core', 1, 8 * GB, 1],
  ['two cores', 2, 8 * GB, 1],
  ['four cores', 4, 8 * GB, 2],
  ['sixteen cores', 16, 64 * GB, 4],
  ['sixteen cores and little memory', 16, 3 * GB, 2],
  ['a container of 1.5 GiB on a large machine', 64, 1_536 * 1_048_576, 1],
  ['a container of 1 GiB', 2, 1_024 * 1_048_576, 1],
])('for %s are as many as leave cores and memory to the rest', (_what, cores, bytes, workers) => {
  expect(workersFor(cores, bytes)).toBe(workers);
});
