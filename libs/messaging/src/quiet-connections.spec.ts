import { jest } from '@jest/globals';
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
