import { jest } from '@jest/globals';
import { eventually, memoryLogger, fact } from '@cds/testing';
import type { Kafka, Producer } from 'kafkajs';
import { EventPublisher } from '../src/index.js';

type Fake = Record<'connect' | 'send' | 'disconnect', jest.Mock>;

const atOnce = (): Promise<unknown> => Promise.resolve([]);
const forever = new Promise<never>(() => undefined);

/** A Kafka whose producers behave as given, one after the other. */
const kafkaOf = (...behaviours: Partial<Record<keyof Fake, () => Promise<unknown>>>[]) => {
  const producers: Fake[] = [];
  const producer = (): Producer => {
    const { connect = atOnce, send = atOnce, disconnect = atOnce } = behaviours[producers.length] ?? {};
    const fake = { connect: jest.fn(connect), send: jest.fn(send), disconnect: jest.fn(disconnect) };
    producers.push(fake);
    return fake as unknown as Producer;
  };
  return { kafka: { producer } as unknown as Kafka, producers };
};

const fail = (message: string) => () => Promise.reject(new Error(message));

describe('EventPublisher', () => {
  it('takes a new producer after one that failed, however it failed', async () => {
    const { kafka, producers } = kafkaOf({ send: fail('The broker received an out of order sequence number') }, {});
    const publisher = new EventPublisher(kafka, memoryLogger());

    await expect(publisher.publish('topic', [fact(1)])).rejects.toMatchObject({
      kind: 'unavailable',
      code: 'service.unavailable',
    });
    expect(producers[0]?.disconnect).toHaveBeenCalledTimes(1);
    expect(publisher.isConnected()).toBe(false);

    await publisher.publish('topic', [fact(1)]);
    expect(producers[1]?.send).toHaveBeenCalledWith(expect.objectContaining({ topic: 'topic', acks: -1 }));
    await publisher.close();
  });

  it('takes a new producer after one that hangs, also while it leaves', async () => {
    jest.useFakeTimers();
    try {
      const { kafka, producers } = kafkaOf({ send: () => forever, disconnect: () => forever }, {});
      const publisher = new EventPublisher(kafka, memoryLogger());
      const [first, second] = [publisher.publish('topic', [fact(1)]), publisher.publish('topic', [fact(2)])];
      const refused = expect(first).rejects.toMatchObject({ code: 'service.unavailable' });
      await jest.advanceTimersByTimeAsync(120_000);
      await refused;
      await second;
      expect(producers.map(({ send }) => send.mock.calls.length)).toEqual([1, 1]);
    } finally {
      jest.useRealTimers();
    }
  });

  it('takes a new producer after one that does not connect', async () => {
    jest.useFakeTimers();
    try {
      const { kafka } = kafkaOf({ connect: () => forever }, {});
      const publisher = new EventPublisher(kafka, memoryLogger());
      const refused = expect(publisher.publish('topic', [fact(1)])).rejects.toMatchObject({
        code: 'service.unavailable',
      });
      await jest.advanceTimersByTimeAsync(120_000);
      await refused;
      expect(publisher.isConnected()).toBe(true);
    } finally {
      jest.useRealTimers();
    }
  });

  it('reconnects by itself', async () => {
    const away = { connect: fail('connect ECONNREFUSED') };
    const { kafka, producers } = kafkaOf(away, away, away, {});
    const publisher = new EventPublisher(kafka, memoryLogger());
    await publisher.connect();
    expect(publisher.isConnected()).toBe(false);

    await eventually(() => expect(publisher.isConnected()).toBe(true));
    expect(producers.map(({ disconnect }) => disconnect.mock.calls.length)).toEqual([1, 1, 1, 0]);
    await publisher.close();
  });

  it('tells once that Kafka is away, and that it is back', async () => {
    const away = { connect: fail('connect ECONNREFUSED') };
    const logger = memoryLogger();
    const publisher = new EventPublisher(kafkaOf(away, away, away, {}).kafka, logger);
    await publisher.connect();
    await eventually(() => expect(publisher.isConnected()).toBe(true));

    expect(logger.lines.filter(({ level }) => level !== 'debug').map(({ message }) => message)).toEqual([
      'publisher.disconnected',
      'publisher.connected',
    ]);
    await publisher.close();
  });

  it('sends what it was asked for before it closes, and nothing after', async () => {
    let sent = (): void => undefined;
    const { kafka, producers } = kafkaOf({ send: () => new Promise<void>((resolve) => (sent = resolve)) });
    const publisher = new EventPublisher(kafka, memoryLogger());
    const publishing = publisher.publish('topic', [fact(1)]);
    await eventually(() => expect(producers[0]?.send).toHaveBeenCalled());
    const closing = publisher.close();
    expect(producers[0]?.disconnect).not.toHaveBeenCalled();
    sent();
    await publishing;
    await closing;

    expect(producers[0]?.disconnect).toHaveBeenCalledTimes(1);
    await expect(publisher.publish('topic', [fact(2)])).rejects.toMatchObject({ kind: 'unavailable' });
    expect(producers).toHaveLength(1);
  });
});
