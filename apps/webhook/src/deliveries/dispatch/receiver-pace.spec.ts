import { type Reception, ReceiverPace } from './receiver-pace.js';

let time: number;
beforeEach(() => {
  time = 0;
});

/** One request after the other, while as many are in progress as are allowed. */
const requests = (pace: ReceiverPace, count: number, reception: Reception, tookMs = 10): void => {
  for (let at = 0; at < count; at += 1) {
    const startedAt = time;
    pace.underWay(pace.limit, time);
    time += tookMs;
    pace.ended({ startedAt, endedAt: time, reception });
  }
};

describe('the number of requests at once', () => {
  it('grows with each success until the first failure, which halves it', () => {
    const pace = new ReceiverPace(64);
    requests(pace, 20, 'taken');
    expect(pace.limit).toBe(28);
    requests(pace, 1, 'overloaded');
    expect(pace.limit).toBe(14);
  });

  it('grows by one for each round of successes after a failure', () => {
    const pace = new ReceiverPace(64);
    requests(pace, 1, 'overloaded');
    expect(pace.limit).toBe(4);
    requests(pace, 5, 'taken');
    expect(pace.limit).toBe(5);
    requests(pace, 40, 'taken');
    expect(pace.limit).toBe(10);
  });

  it('falls to one and no further', () => {
    const pace = new ReceiverPace(64);
    requests(pace, 10, 'overloaded');
    expect(pace.limit).toBe(1);
  });

  it('falls once for requests that fail together', () => {
    const pace = new ReceiverPace(64);
    for (let at = 0; at < 8; at += 1) pace.ended({ startedAt: 0, endedAt: 100 + at, reception: 'overloaded' });
    expect(pace.limit).toBe(4);
  });

  it('stays for answers that refuse a message, and while it is not used', () => {
    const pace = new ReceiverPace(64);
    requests(pace, 20, 'refused');
    for (let at = 0; at < 20; at += 1) {
      pace.underWay(7, (time += 1));
      pace.ended({ startedAt: time, endedAt: (time += 1), reception: 'taken' });
    }
    expect(pace.limit).toBe(8);
  });

  it('never passes the most of an endpoint', () => {
    const pace = new ReceiverPace(3);
    expect(pace.limit).toBe(3);
    requests(pace, 20, 'taken');
    expect(pace.limit).toBe(3);
  });
});

describe('a receiver', () => {
  it('is slow while its recent requests take over two seconds on average', () => {
    const pace = new ReceiverPace(8);
    expect(pace.isSlow).toBe(false);
    requests(pace, 1, 'taken', 2_001);
    expect(pace.isSlow).toBe(true);
    requests(pace, 1, 'taken', 500);
    expect(pace.isSlow).toBe(false);
    requests(pace, 2, 'overloaded', 15_000);
    expect(pace.isSlow).toBe(true);
  });
});
