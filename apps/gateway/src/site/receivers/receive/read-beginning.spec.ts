import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { afterEach, expect, it, jest } from '@jest/globals';
import { readBeginning } from './read-beginning.js';

afterEach(() => void jest.useRealTimers());

it('sets no time for a body that is closed already', async () => {
  const body = new PassThrough().destroy();
  await once(body, 'close');
  jest.useFakeTimers({ doNotFake: ['nextTick'] });
  void readBeginning(body);
  expect(jest.getTimerCount()).toBe(0);
});
