import { describe, expect, it } from '@jest/globals';
import { oneEditAway } from './one-edit-away.js';

describe('the words one edit away', () => {
  it.each([
    ['abss', 'bass'],
    ['perimt', 'permit'],
    ['rde', 'red'],
  ])('of %s are those with two letters swapped, as %s is', (word, near) => {
    expect(oneEditAway(word).swapped).toContain(near);
  });

  it.each([
    ['bas', 'bass'],
    ['marlln', 'marlin'],
    ['wallleye', 'walleye'],
    ['od', 'cod'],
  ])('of %s are those with a letter more, less or changed, as %s is', (word, near) => {
    expect(oneEditAway(word).edited).toContain(near);
  });

  it.each([
    ['od', 'o'],
    ['od', 'of'],
    ['cod', 'co'],
  ])('of %s do not include %s, of which too little is left', (word, other) => {
    expect(oneEditAway(word).edited).not.toContain(other);
  });

  it('are swaps alone of other scripts, whole letters each', () => {
    expect(oneEditAway('щука')).toEqual({ swapped: ['ущка', 'щкуа', 'щуак'], edited: [] });
    expect(oneEditAway('𠮷鱸').swapped).toEqual(['鱸𠮷']);
  });

  it('are bounded, however long the word is', () => {
    expect(oneEditAway('a')).toEqual({ swapped: [], edited: [] });
    expect(oneEditAway('ab'.repeat(10)).edited.length).toBeLessThan(1_200);
    expect(oneEditAway('ab'.repeat(11))).toEqual({ swapped: [], edited: [] });
  });
});
