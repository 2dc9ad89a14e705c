import type { Answered } from './caller.js';

/** Does so many at once. */
export const together = <T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)));

/** The statuses that there were, each once. */
export const statusesOf = (answers: readonly Answered[]): number[] =>
  [...new Set(answers.map(({ status }) => status))].sort();

/** What an attacker may be answered who asks for too much at once. */
export const expectBounded = (answers: readonly Answered[], codes: readonly string[]): void => {
  for (const { status, headers, body } of answers) {
    if (status < 400) continue;
    expect(status).toBe(429);
    expect(codes).toContain(body['code']);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  }
};

/** The smallest picture. */
export const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4z8DwHwAFAAH/iZk9HQAAAABJRU5ErkJggg==',
  'base64',
);
