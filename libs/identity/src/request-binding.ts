import { createHmac, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';

/** 132 bits. */
const MAC_CHARS = 22;

/** The key that binds identities to requests, derived from a secret of the services' identity. */
export const bindingKey = (secret: string): KeyObject =>
  createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', 'cds request binding', 32)));

/**
 * What makes a signed token good for one request alone: HMAC-SHA256 over the token's signature and the request's id,
 * base64url, cut to 22 characters. It lives as long as the token.
 */
export const bindingOf = (key: KeyObject, token: string, requestId: string): string =>
  createHmac('sha256', key)
    .update(`${token.slice(token.lastIndexOf('.') + 1)}\n${requestId}`)
    .digest('base64url')
    .slice(0, MAC_CHARS);
