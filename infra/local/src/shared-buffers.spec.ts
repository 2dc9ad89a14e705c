import { sharedBuffersMb } from './shared-buffers.js';

const GIBIBYTE = 2 ** 30;

test.each([
  ['a quarter of the memory', 4 * GIBIBYTE, 1_024],
  ['no more than what is of use here', 256 * GIBIBYTE, 8_192],
  ['no less than PostgreSQL has by default', GIBIBYTE / 4, 128],
])('the buffers of PostgreSQL are %s', (_rule, memoryBytes, megabytes) => {
  expect(sharedBuffersMb(memoryBytes)).toBe(megabytes);
});

test('this machine’s memory says how many there are', () => {
  expect(sharedBuffersMb()).toBeGreaterThanOrEqual(128);
});
