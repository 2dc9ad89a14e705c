/** What is said of every POST that can be repeated under a key. */
export const IDEMPOTENT = {
  headers: {
    'Idempotency-Key':
      'Makes the call safe to repeat for 24 hours: the first answer comes again, with ' +
      '`Idempotency-Replayed: true`. The same body is one with the same members, in any order.',
  },
  problems: { 409: ['idempotency.in_progress'], 422: ['idempotency.key_reused'] },
} as const;
