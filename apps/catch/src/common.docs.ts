/** What is said of every POST that can be repeated under a key. */
export const IDEMPOTENT = {
  headers: { 'Idempotency-Key': 'Makes the call safe to repeat for 24 hours: the first answer comes again, with `Idempotency-Replayed: true`.' },
  problems: { 409: ['idempotency.in_progress'], 410: ['angler.erased'], 422: ['idempotency.key_reused'] },
} as const;

/** What is said of every write to a thing that has an `ETag`. */
export const CONDITIONAL = {
  headers: { 'If-Match': 'The `ETag` that was read: with another one current, nothing is written and the answer is a 412.' },
  problems: { 412: ['request.precondition_failed'] },
} as const;
