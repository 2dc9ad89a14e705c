import { jest } from '@jest/globals';
import type { Kafka } from 'kafkajs';
import { withAdmin } from './with-admin.js';

const forever = new Promise<never>(() => undefined);
const kafkaOf = (admin: Partial<Record<'connect' | 'disconnect', () => Promise<void>>>): Kafka =>
  ({ admin: () => ({ connect: () => Promise.resolve(), disconnect: () => Promise.resolve(), ...admin }) }) as never;

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test.each([
  ['does not connect', { connect: () => forever }, () => Promise.resolve()],
  ['does not answer', {}, () => forever],
])('a client that %s is given up', async (_, admin, work) => {
  const given = expect(withAdmin(kafkaOf(admin), work)).rejects.toThrow('no answer within');
  await jest.advanceTimersByTimeAsync(120_000);
  await given;
});

test('a client that does not leave keeps nobody from its answer', async () => {
  const answer = withAdmin(kafkaOf({ disconnect: () => forever }), () => Promise.resolve('the answer'));
  await jest.advanceTimersByTimeAsync(10_000);
  await expect(answer).resolves.toBe('the answer');
});
