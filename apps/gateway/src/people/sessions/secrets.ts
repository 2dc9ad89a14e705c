import { hash, randomBytes } from 'node:crypto';

/** 256 random bits as text for cookies and links. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

/** What is stored instead of such a secret: it has too many bits for a slow hash to be of use. */
export const hashOfSecret = (secret: string): string => hash('sha256', secret, 'hex');
