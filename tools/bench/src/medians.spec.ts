import { medians } from './medians.js';
import { judged } from './measurement.js';

const result = (value: number) => judged({ name: 'get', measured: `${value * 100}/s` }, value, { least: 0.5 });

describe('the median of several runs', () => {
  it('is the result of the run in the middle, with the values of all', () => {
    expect(medians([[result(0.9)], [result(0.2)], [result(0.6)]])).toEqual([
      { name: 'get', measured: '60/s', peer: '', value: 0.6, bar: '≥ 0.5', isMet: true, values: [0.2, 0.6, 0.9] },
    ]);
  });

  it('is taken for each result by its name', () => {
    const other = judged({ name: 'pause' }, 3, { most: 2, unit: 's' });
    expect(medians([[result(0.7), other]]).map(({ name, isMet, bar }) => [name, isMet, bar])).toEqual([
      ['get', true, '≥ 0.5'],
      ['pause', false, '≤ 2 s'],
    ]);
  });
});
