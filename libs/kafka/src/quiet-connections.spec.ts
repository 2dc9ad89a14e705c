import { jest } from '@jest/globals';
import { kafkajsFile } from '../test/kafkajs-file.js';
import { requestQueue, type RequestQueue } from './quiet-connections.js';

const queue = (pending: readonly unknown[]) =>
  Object.assign(Object.create(requestQueue) as RequestQueue, {
    pending,
    throttledUntil: -1,
    throttleCheckTimeoutId: null,
  });

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test('a connection without requests that wait sets no timer', () => {
  queue([]).scheduleCheckPendingRequests();
  expect(jest.getTimerCount()).toBe(0);
});

test('a request that waits is looked for again', () => {
  queue([{}]).scheduleCheckPendingRequests();
  expect(jest.getTimerCount()).toBe(1);
});

test('the patched file is the one that the patch was written for', () => {
  expect(kafkajsFile('network/requestQueue/index.js')).toEqual({
    version: '2.2.4',
    sha256: 'b55986089c14f8f7bfc377922e2e65b3e4c1e7c7af2752d3b10a75dfe9e9260c',
  });
});
