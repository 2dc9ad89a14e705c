/** What is said of every POST that can be repeated under a key. */
export const IDEMPOTENT = {
  headers: {
    'Idempotency-Key':
      'Makes the request safe to repeat for 24 hours: a repetition returns the first response, with ' +
      '`Idempotency-Replayed: true`. Bodies are equal if they have the same members, in any order.',
  },
  problems: { 409: ['idempotency.in_progress'], 422: ['idempotency.key_reused'] },
} as const;
