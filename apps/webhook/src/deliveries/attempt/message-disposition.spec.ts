import type { Outcome } from './answer-reader.js';
import { dispositionOf } from './message-disposition.js';

const now = new Date('2026-11-21T09:00:00.000Z');
const middle = (): number => 0.5;
const first = { schedule: [5, 300], attemptCount: 1 };

const answered = (status: number, headers: Record<string, string> = {}): Outcome => ({
  answer: { status, headers, body: '' },
  error: null,
  durationMs: 1,
});
const refused: Outcome = { answer: null, error: 'connection_refused', durationMs: 1 };
const inSeconds = (seconds: number) => ({
  status: 'pending',
  nextAttemptAt: new Date(now.getTime() + seconds * 1_000),
});

describe('a message', () => {
  it.each([200, 201, 202, 204, 299])('answered with %d is delivered', (status) => {
    expect(dispositionOf(answered(status), first, now, middle)).toEqual({ status: 'delivered' });
  });

  it.each([300, 301, 302, 303, 304, 307, 308, 400, 401, 404, 409, 422, 429, 500, 502, 503])(
    'answered with %d is tried again',
    (status) => {
      expect(dispositionOf(answered(status), first, now, middle)).toEqual(inSeconds(5));
    },
  );

  it('answered with 410 fails at once', () => {
    expect(dispositionOf(answered(410, { 'retry-after': '5' }), first, now, middle)).toEqual({ status: 'failed' });
  });

  it('that nobody took is tried again', () => {
    expect(dispositionOf(refused, first, now, middle)).toEqual(inSeconds(5));
  });

  it('waits longer after each attempt and fails after the last', () => {
    expect(dispositionOf(refused, { ...first, attemptCount: 2 }, now, middle)).toEqual(inSeconds(300));
    expect(dispositionOf(refused, { ...first, attemptCount: 3 }, now, middle)).toEqual({ status: 'failed' });
  });

  it('waits as long as the receiver asks, on any failure', () => {
    expect(dispositionOf(answered(500, { 'retry-after': '8' }), first, now, () => 0)).toEqual(inSeconds(8));
    expect(
      dispositionOf(answered(429, { 'retry-after': 'Sat, 21 Nov 2026 09:00:09 GMT' }), first, now, () => 0),
    ).toEqual(inSeconds(9));
  });
});
