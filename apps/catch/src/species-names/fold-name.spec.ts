import { describe, expect, it } from '@jest/globals';
import { foldName } from './fold-name.js';

/** The same cases as those of the species service. */
describe('a folded name', () => {
  it.each([
    ['Largemouth Bass', 'largemouth bass'],
    ['Trucha arcoíris', 'trucha arcoiris'],
    ['Weißer Stör', 'weisser stor'],
    ['Ko\u0308nigslachs', 'konigslachs'],
    ["Anguille d'Amérique", 'anguille damerique'],
    ['Key-West  Grunt!', 'key west grunt'],
    ['いさき', 'イサキ'],
    ['ｲｻｷﾞ', 'イサギ'],
    ['ＢＡＳＳ', 'bass'],
    ['\0 … ', ''],
  ])('of %j is %j', (name, folded) => {
    expect(foldName(name)).toBe(folded);
    expect(foldName(folded)).toBe(folded);
  });
});
