import { PassThrough } from 'node:stream';
import { jest } from '@jest/globals';
import { watchUpload } from './watch-upload.js';

const MS = 1_000;

let body: PassThrough;
const onStall = jest.fn();

beforeEach(() => {
  jest.useFakeTimers();
  onStall.mockReset();
  body = new PassThrough({ highWaterMark: 10 });
  watchUpload(body, MS, onStall);
});
afterEach(() => {
  body.destroy();
  jest.useRealTimers();
});

it.each([
  ['goes on', () => body.write('x'.repeat(100))],
  ['has ended', () => body.end('x')],
])('tells that nothing is taken of a body that %s', (_how, send) => {
  send();
  jest.advanceTimersByTime(MS - 1);
  expect(onStall).not.toHaveBeenCalled();
  jest.advanceTimersByTime(MS / 5);
  expect(onStall).toHaveBeenCalled();
});

it('waits for a sender who rests', () => {
  body.write('x');
  body.read();
  jest.advanceTimersByTime(5 * MS);
  expect(onStall).not.toHaveBeenCalled();
});

it('leaves a service alone that takes a little in each of its times', () => {
  body.write('x'.repeat(100));
  for (let taken = 0; taken < 10; taken += 1) {
    jest.advanceTimersByTime(MS - 100);
    body.read(1);
  }
  expect(onStall).not.toHaveBeenCalled();
});

it('does not begin for a body that is closed already', () => {
  const closed = new PassThrough().destroy();
  const timers = jest.getTimerCount();
  watchUpload(closed, MS, onStall);
  expect(jest.getTimerCount()).toBe(timers);
});

it('ends with the body', () => {
  body.emit('close');
  expect(jest.getTimerCount()).toBe(0);
});
