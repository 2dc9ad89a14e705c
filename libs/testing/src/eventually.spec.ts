import { eventually } from './eventually.js';

describe('eventually', () => {
  it('returns what the first try without an error returned', async () => {
    let tries = 0;
    const value = await eventually(() => {
      tries += 1;
      if (tries < 3) throw new Error('not yet');
      return 'there';
    });
    expect([value, tries]).toEqual(['there', 3]);
  });

  it('throws the last error when the time is over', async () => {
    let tries = 0;
    const probe = () => Promise.reject(new Error(`try ${++tries}`));
    await expect(eventually(probe, { timeoutMs: 40 })).rejects.toThrow(/^try [2-9]\d*$/);
  });
});
