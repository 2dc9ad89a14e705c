import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RunningStack } from '@cds/local/running-stack';
import { newKey, post } from './api.js';
import { importCatches } from './bulk.js';
import { memoryOfTree } from './memory.js';

const ENDPOINTS = 10;
/** The first ones find code that was not compiled yet, and the import still runs. */
const WARM_UP_SHARE = 0.1;
const STALLED_MS = 60_000;

export interface CountingReceiver {
  readonly url: string;
  /** When each request came, in milliseconds of a monotonic clock. */
  readonly times: readonly number[];
  stop(): void;
}

/** Answers 204 to everything, or nothing at all, and notes when it came. */
export const countingReceiver = async (answers = true): Promise<CountingReceiver> => {
  const times: number[] = [];
  const server = createServer((request, response) => {
    times.push(performance.now());
    request.resume();
    if (answers) request.once('end', () => response.writeHead(204).end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const stop = (): void => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, times, stop };
};

export interface DeliveryRate {
  readonly perSecond: number;
  /** By how much the service's memory in the second half of the messages is above that in the first half. */
  readonly grownBytes: number;
}

/** Deliveries per second of so many messages to ten endpoints of a new account, which come from an import. */
export const deliveryRate = async (stack: RunningStack, messages: number): Promise<DeliveryRate> => {
  const { credentials } = stack;
  const receiver = await countingReceiver();
  const key = await newKey(credentials);
  for (let at = 0; at < ENDPOINTS; at += 1)
    await post(credentials.base_url, key, '/v1/webhooks', {
      url: `${receiver.url}${at}`,
      event_types: ['catch.created'],
    });
  try {
    await importCatches(stack, messages / ENDPOINTS, key);
    const { halves } = await received(stack, receiver.times, messages);
    const from = receiver.times[Math.floor(messages * WARM_UP_SHARE)] ?? Number.NaN;
    const to = receiver.times[messages - 1] ?? Number.NaN;
    const perSecond = (messages * (1 - WARM_UP_SHARE) * 1_000) / (to - from);
    return { perSecond, grownBytes: halves[1] - halves[0] };
  } finally {
    receiver.stop();
  }
};

/** Waits for so many requests; the greatest memory of the webhook service during each half of them. */
const received = async (
  stack: RunningStack,
  times: readonly number[],
  count: number,
): Promise<{ halves: [number, number] }> => {
  const halves: [number, number] = [0, 0];
  const pid = stack.pidOf('webhook');
  for (let [last, lastAt] = [0, Date.now()]; times.length < count; await sleep(500)) {
    if (pid !== undefined) {
      const half = times.length < count / 2 ? 0 : 1;
      halves[half] = Math.max(halves[half], memoryOfTree(pid));
    }
    if (times.length > last) [last, lastAt] = [times.length, Date.now()];
    else if (Date.now() - lastAt > STALLED_MS) throw new Error(`${times.length} of ${count} messages came`);
  }
  return { halves };
};
