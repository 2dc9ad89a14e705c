import { randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';
const SECRET_BYTES = 32;

/** A new secret in the form of Standard Webhooks: `whsec_` and 32 random bytes in base64. */
export const newSigningSecret = (): string => PREFIX + randomBytes(SECRET_BYTES).toString('base64');
