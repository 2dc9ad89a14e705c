import { hash, randomBytes } from 'node:crypto';

/** 160 random bits as 27 characters, for cookies and links. */
export const newSecret = (): string => randomBytes(20).toString('base64url');

/** What is stored instead of such a secret: it has too many bits for a slow hash to be of use. */
export const hashOfSecret = (secret: string): string => hash('sha256', secret, 'hex');
