import { jest } from '@jest/globals';
import { EventEmitter } from 'node:events';
import type { Consumer } from 'kafkajs';
import { silence } from './silence.js';

const events = { FETCH: 'fetch', HEARTBEAT: 'heartbeat', GROUP_JOIN: 'join', END_BATCH_PROCESS: 'batch' };
const consumerOf = (emitter: EventEmitter): Consumer =>
  ({ events, on: emitter.on.bind(emitter) }) as unknown as Consumer;

describe('a consumer', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  it('that gives no sign of life is reported', async () => {
    const noticed = jest.fn();
    void silence(consumerOf(new EventEmitter()), 1_000, new AbortController().signal).then(noticed);
    await jest.advanceTimersByTimeAsync(900);
    expect(noticed).not.toHaveBeenCalled();
    await jest.advanceTimersByTimeAsync(300);
    expect(noticed).toHaveBeenCalledWith(new Error('The Kafka client gives no sign of life'));
  });

  it('that fetches, but is no member of its group any more, is reported', async () => {
    const noticed = jest.fn();
    const emitter = new EventEmitter();
    void silence(consumerOf(emitter), 1_000, new AbortController().signal).then(noticed);
    for (let round = 0; round < 5; round += 1) {
      await jest.advanceTimersByTimeAsync(300);
      emitter.emit(events.FETCH);
    }
    expect(noticed).toHaveBeenCalled();
  });

  it.each(['heartbeat', 'join', 'batch'])('that still does %s is not', async (event) => {
    const noticed = jest.fn();
    const emitter = new EventEmitter();
    void silence(consumerOf(emitter), 1_000, new AbortController().signal).then(noticed);
    for (let round = 0; round < 5; round += 1) {
      await jest.advanceTimersByTimeAsync(800);
      emitter.emit(event);
    }
    expect(noticed).not.toHaveBeenCalled();
  });
});
