import { hash, randomBytes } from 'node:crypto';

/** A new client secret: `cds_secret_` and 256 random bits. */
export const makeClientSecret = (): string => `cds_secret_${randomBytes(32).toString('base64url')}`;

/** What is stored in its place. It is random, so no slow hash is needed. */
export const hashOfClientSecret = (secret: string): string => hash('sha256', secret, 'hex');
