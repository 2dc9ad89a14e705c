import { versionGapsOf } from './version-gaps.js';

const step = (catchId: string, version: number) => ({ catchId, version });

describe('versions of catches', () => {
  it('that follow each other leave no gap', () => {
    expect(versionGapsOf([step('a', 1), step('b', 4), step('a', 2)], new Map([['b', 3]]))).toEqual([]);
  });

  it('that are missing are named, per catch', () => {
    const steps = [step('a', 2), step('b', 6), step('a', 5)];
    expect(versionGapsOf(steps, new Map([['b', 3]]))).toEqual([
      { subject: 'a', from: 0, to: 2 },
      { subject: 'b', from: 3, to: 6 },
      { subject: 'a', from: 2, to: 5 },
    ]);
  });
});
