import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import type { Stream } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { streamBody } from './stream-body.js';

const IDLE_MS = 1_000;

/** An error comes before; where nobody hears it, it is an uncaught exception. */
const closed = (stream: Stream): Promise<void> => new Promise((resolve) => void stream.once('close', resolve));

let request: IncomingMessage;
beforeEach(() => {
  request = new IncomingMessage(new Socket());
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate'] });
});
afterEach(() => void jest.useRealTimers());

describe('the body of a request that is closed already', () => {
  it('ends at once, and is not waited for', async () => {
    request.destroy();
    await closed(request);
    const body = streamBody(request, IDLE_MS);
    expect(body.destroyed).toBe(true);
    expect(jest.getTimerCount()).toBe(0);
    await closed(body);
  });
});

describe('a body that nobody reads', () => {
  it('fails when its sender rests', async () => {
    const body = streamBody(request, IDLE_MS);
    jest.advanceTimersByTime(2 * IDLE_MS);
    expect(body.errored).toMatchObject({ code: 'request.timeout' });
    await closed(body);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('fails when its sender goes away', async () => {
    const body = streamBody(request, IDLE_MS);
    request.destroy();
    await closed(body);
    expect(jest.getTimerCount()).toBe(0);
  });
});
