import { idSchema } from '@cds/contracts';
import { testIds } from './test-ids.js';

describe('the ids of a test', () => {
  it('are valid, ascend, and begin anew for each test', () => {
    const id = testIds();
    const catches = Array.from({ length: 40 }, () => id('catch'));
    for (const one of catches) expect(idSchema('catch').parse(one)).toBe(one);
    expect([...catches].sort()).toEqual(catches);
    expect(new Set(catches).size).toBe(40);
    expect(testIds()('catch')).toBe(catches[0]);
  });
});
