import { keptErrors } from './kept-errors.js';

const keptOf = (detail: string): string | undefined => keptErrors([{ pointer: '/x', code: 'type', detail }])[0]?.detail;

describe('what is kept of the errors of a row', () => {
  it.each([
    ['must be a number, not "Jo \\"The\\" Angler, 41.5"', 'must be a number'],
    ['must be at most 5000, not 6000', 'must be at most 5000'],
    ['must be one of freshwater, saltwater, not "Jo"', 'must be one of freshwater, saltwater'],
    ['No species is called "Jo". Nearest: Bluegill.', 'No species is called the value of this row. Nearest: Bluegill.'],
    ['is required', 'is required'],
  ])('of %s is: %s', (detail, kept) => {
    expect(keptOf(detail)).toBe(kept);
  });

  it('is at most twenty of them', () => {
    const all = Array.from({ length: 30 }, (_, index) => ({ pointer: `/${index}`, code: 'type', detail: 'is wrong' }));
    expect(keptErrors(all)).toEqual(all.slice(0, 20));
  });
});
