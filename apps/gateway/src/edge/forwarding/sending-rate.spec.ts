import { describe, expect, it } from '@jest/globals';
import { SendingRate } from './sending-rate.js';

const IDLE_MS = 30_000;

describe('a sender', () => {
  it('may be slow at first', () => {
    const rate = new SendingRate(IDLE_MS, 0);
    rate.add(1, 9_000);
    expect(rate.fault(10_000)).toBeUndefined();
  });

  it('of a byte a second is refused after a third of the longest rest', () => {
    const rate = new SendingRate(IDLE_MS, 0);
    for (let second = 1; second <= 10; second += 1) rate.add(1, second * 1_000);
    expect(rate.fault(10_001)).toMatchObject({ code: 'request.timeout' });
  });

  it('of 500 bytes a second may go on as long as it likes', () => {
    const rate = new SendingRate(IDLE_MS, 0);
    for (let second = 1; second <= 600; second += 1) {
      rate.add(500, second * 1_000);
      expect(rate.fault(second * 1_000)).toBeUndefined();
    }
  });

  it('who rests is refused, however much was sent before', () => {
    const rate = new SendingRate(IDLE_MS, 0);
    rate.add(1_000_000_000, 1_000);
    expect(rate.fault(31_000)).toBeUndefined();
    expect(rate.fault(31_001)).toMatchObject({ code: 'request.timeout' });
  });

  it('whom the service held back starts anew', () => {
    const rate = new SendingRate(IDLE_MS, 0);
    rate.restart(60_000);
    expect(rate.fault(69_000)).toBeUndefined();
  });
});
