import { difference } from './difference.js';

describe('the difference of two values', () => {
  it.each([
    ['equal primitives', 1, 1],
    ['equal times', new Date(5), new Date(5)],
    ['equal trees', { a: [1, { b: null }] }, { a: [1, { b: null }] }],
    ['a key that holds undefined and one that is absent', { a: 1, b: undefined }, { a: 1 }],
  ])('is none for %s', (_, expected, actual) => {
    expect(difference(expected, actual, 'it')).toBeNull();
  });

  it.each([
    [1, '1', 'it: expected 1, got "1"'],
    [null, {}, 'it: expected null, got {}'],
    [[], {}, 'it: expected [], got {}'],
    [[1], [1, 2], 'it: expected 1 items, got 2'],
    [{ a: { b: [1, 2] } }, { a: { b: [1, 3] } }, 'it.a.b[1]: expected 2, got 3'],
    [{ a: 1 }, {}, 'it.a: expected 1, got nothing'],
    [{}, { a: 1 }, 'it.a: expected nothing, got 1'],
    [new Date(0), new Date(1), 'it: expected "1970-01-01T00:00:00.000Z", got "1970-01-01T00:00:00.001Z"'],
  ])('of %j and %j says where and what', (expected, actual, said) => {
    expect(difference(expected, actual, 'it')).toBe(said);
  });
});
