import { derivedId, newId } from '@cds/service-kit';
import { untilKnown } from './until-known.js';

/** How often it is looked for something that is known from so many looks on. */
const looksFor = async (id: unknown, knownFrom: number): Promise<number> => {
  let looks = 0;
  await untilKnown('species', id, async () => {
    looks += 1;
    return looks >= knownFrom;
  });
  return looks;
};

describe('what has just been created', () => {
  it.each([1, 3])('is looked for until it is known', async (knownFrom) => {
    expect(await looksFor(newId('species'), knownFrom)).toBe(knownFrom);
  });

  it('is given up after a second', async () => {
    const startedAt = performance.now();
    expect(await looksFor(newId('species'), Infinity)).toBeGreaterThan(1);
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(1_000);
  });

  it.each([
    ['an old id', derivedId('species', new Date('2026-01-01T00:00:00.000Z'), 'none')],
    ['an id of something else', newId('angler')],
    ['a name', 'walleye'],
    ['nothing', undefined],
  ])('is never looked for by %s', async (_what, id) => {
    expect(await looksFor(id, Infinity)).toBe(0);
  });
});
