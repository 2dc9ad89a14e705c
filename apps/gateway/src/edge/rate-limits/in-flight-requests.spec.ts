import { describe, expect, it } from '@jest/globals';
import { InFlightRequests } from './in-flight-requests.js';

const TOO_MANY = expect.objectContaining({ code: 'limit.in_flight', retryAfterSeconds: 1 });

describe('requests in progress', () => {
  it('of one account are bounded, and hold nobody else back', () => {
    const inFlight = new InFlightRequests(2);
    const first = inFlight.beginOfAccount('acc_1');
    inFlight.beginOfAccount('acc_1');
    expect(() => inFlight.beginOfAccount('acc_1')).toThrow(TOO_MANY);
    inFlight.beginOfAccount('acc_2');
    first.end();
    first.end();
    inFlight.beginOfAccount('acc_1');
    expect(() => inFlight.beginOfAccount('acc_1')).toThrow(TOO_MANY);
  });

  it('whose answers have begun count apart, and are bounded too', () => {
    const inFlight = new InFlightRequests(2);
    const read = [inFlight.beginOfAccount('acc_1'), inFlight.beginOfAccount('acc_1')];
    read[0]?.answering();
    const third = inFlight.beginOfAccount('acc_1');
    read[1]?.answering();
    expect(() => inFlight.beginOfAccount('acc_1')).toThrow(TOO_MANY);
    read[0]?.end();
    third.end();
    inFlight.beginOfAccount('acc_1');
  });

  it('without a credential count by address, where many people may be', () => {
    const inFlight = new InFlightRequests(2);
    for (let count = 0; count < 8; count += 1) inFlight.beginOfAddress('192.0.2.1');
    expect(() => inFlight.beginOfAddress('192.0.2.1')).toThrow(TOO_MANY);
    inFlight.beginOfAddress('192.0.2.2');
  });
});
