import { getEventListeners } from 'node:events';
import { Latch } from './latch.js';

const LONG = 60_000;

describe('a latch', () => {
  const never = new AbortController().signal;

  it('does not wait for what has happened', async () => {
    const latch = new Latch();
    latch.set();
    latch.set();
    await latch.wait(LONG, never);
  });

  it('releases who waits when it happens', async () => {
    const latch = new Latch();
    const waiting = latch.wait(LONG, never);
    latch.set();
    await waiting;
  });

  it('forgets what was waited for, or cleared', async () => {
    const latch = new Latch();
    latch.set();
    await latch.wait(LONG, never);
    await latch.wait(1, never);
    latch.set();
    latch.clear();
    await latch.wait(1, never);
  });

  it('releases who waits when the signal aborts, and does not wait after that', async () => {
    const until = new AbortController();
    const latch = new Latch();
    const waiting = latch.wait(LONG, until.signal);
    until.abort();
    await waiting;
    await latch.wait(LONG, until.signal);
  });

  it('leaves no listener behind', async () => {
    const until = new AbortController();
    await new Latch().wait(1, until.signal);
    expect(getEventListeners(until.signal, 'abort')).toHaveLength(0);
  });
});
