import { BatchSize } from './batch-size.js';

describe('the size of a batch', () => {
  it('follows the time that the last one took', () => {
    const size = new BatchSize(100, 20, 2_000);
    size.adapt(250);
    expect(size.value).toBe(150);
    size.adapt(10_000);
    expect(size.value).toBe(75);
  });

  it('becomes a single change when batches fail, and grows again step by step once they do not', () => {
    const size = new BatchSize(100, 20, 2_000);
    for (let failures = 0; failures < 10; failures += 1) size.halve();
    const sizes = [400, 10_000, 100, 100, 100].map((ms) => {
      const { value } = size;
      size.adapt(ms);
      return value;
    });
    expect(sizes).toEqual([1, 2, 2, 3, 5]);
  });
});
