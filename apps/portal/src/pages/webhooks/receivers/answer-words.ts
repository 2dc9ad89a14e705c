/** What a receiver can be set to answer. */
export const STATUSES = [
  { value: '200', label: '200: the message is taken' },
  { value: '500', label: '500: it fails, and is sent again' },
  { value: '410', label: '410: gone, which disables the endpoint' },
];

export const DELAYS = [
  { value: '0', label: 'At once' },
  { value: '1', label: 'After 1 second' },
  { value: '5', label: 'After 5 seconds' },
  { value: '10', label: 'After 10 seconds' },
];

/** “500 after 5 s”. */
export const answerInWords = (answer: { readonly status: number; readonly delay_seconds: number }): string =>
  answer.delay_seconds === 0 ? `${answer.status}` : `${answer.status} after ${answer.delay_seconds} s`;
