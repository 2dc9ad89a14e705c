import { afterRotation, stillSigning } from './rotate-secret.js';

const now = new Date('2026-11-22T09:00:00.000Z');
const inOverlap = { secret: 'a', expires_at: '2026-11-22T09:00:00.001Z' };
const over = { secret: 'b', expires_at: '2026-11-22T09:00:00.000Z' };

describe('secrets that were rotated', () => {
  it('sign until their overlap ends', () => {
    expect(stillSigning([inOverlap, over], now)).toEqual([inOverlap]);
    expect(stillSigning(null, now)).toEqual([]);
  });

  it('stand newest first, without those whose overlap is over', () => {
    expect(afterRotation({ secret: 'c', previousSecrets: [inOverlap, over] }, 24, now)).toEqual([
      { secret: 'c', expires_at: '2026-11-23T09:00:00.000Z' },
      inOverlap,
    ]);
  });

  it('sign no more after a rotation without overlap', () => {
    expect(afterRotation({ secret: 'c', previousSecrets: null }, 0, now)).toEqual([]);
  });
});
