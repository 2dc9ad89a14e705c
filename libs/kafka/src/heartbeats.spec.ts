import { jest } from '@jest/globals';
import { createRequire } from 'node:module';
import './heartbeats.js';

const ConsumerGroup = createRequire(import.meta.url)('kafkajs/src/consumer/consumerGroup.js') as new (
  options: object,
) => {
  heartbeat(options: { interval: number }): Promise<void>;
};

const INTERVAL = { interval: 2_000 };

/** A member of a group, and how often it has told its coordinator that it lives. */
const member = () => {
  const heartbeat = jest.fn(() => Promise.resolve());
  const logger = { namespace: () => logger };
  const group = new ConsumerGroup({ logger, topics: [], cluster: {}, instrumentationEmitter: { emit: () => true } });
  return { group: Object.assign(group, { coordinator: { heartbeat }, memberId: 'member' }), heartbeat };
};

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

test('heartbeats are sent at their interval', async () => {
  const { group, heartbeat } = member();
  await group.heartbeat(INTERVAL);
  const sent = heartbeat.mock.calls.length;
  await jest.advanceTimersByTimeAsync(1_900);
  await group.heartbeat(INTERVAL);
  expect(heartbeat).toHaveBeenCalledTimes(sent);
  await jest.advanceTimersByTimeAsync(200);
  await group.heartbeat(INTERVAL);
  expect(heartbeat).toHaveBeenCalledTimes(sent + 1);
});

test('heartbeats go on while the clock of the host is put back', async () => {
  const { group, heartbeat } = member();
  await group.heartbeat(INTERVAL);
  const sent = heartbeat.mock.calls.length;
  jest.setSystemTime(Date.now() - 3_600_000);
  await jest.advanceTimersByTimeAsync(2_100);
  await group.heartbeat(INTERVAL);
  expect(heartbeat).toHaveBeenCalledTimes(sent + 1);
});
