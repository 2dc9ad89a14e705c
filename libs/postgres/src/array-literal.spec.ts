import { arrayLiteral } from './array-literal.js';

describe('an array as PostgreSQL writes it', () => {
  it('has texts in quotes, numbers and nulls without', () => {
    expect(arrayLiteral(['ang_1', 'null', '', null, undefined])).toBe('{"ang_1","null","",NULL,NULL}');
    expect(arrayLiteral([1, -2.5, null])).toBe('{1,-2.5,NULL}');
    expect(arrayLiteral([])).toBe('{}');
  });

  it('keeps quotes, backslashes, commas and braces of texts', () => {
    expect(arrayLiteral(['a "b"', 'c\\d', '{e,f}'])).toBe(String.raw`{"a \"b\"","c\\d","{e,f}"}`);
  });
});
