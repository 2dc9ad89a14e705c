import { throwIfAny } from '@cds/validation';

/** The header that makes a POST safe to repeat. */
export const IDEMPOTENCY_HEADER = 'idempotency-key';

const MAX_LENGTH = 255;

/** The key in the header's value; throws `request.invalid` unless it has 1 to 255 characters. */
export const idempotencyKeyOf = (header: string | string[]): string => {
  const key = String(header).trim();
  if (key.length >= 1 && key.length <= MAX_LENGTH) return key;
  const code = key.length === 0 ? 'too_small' : 'too_big';
  throwIfAny({ invalid: [{ parameter: 'Idempotency-Key', code, detail: `must have 1 to ${MAX_LENGTH} characters` }] });
  return key;
};
