/** The header in which the gateway tells a service who is calling. */
export const IDENTITY_HEADER = 'x-cds-identity';

export const IDENTITY_ISSUER = 'gateway';

/** The claims of an identity's token (RFC 7519). */
export interface IdentityClaims {
  iss: string;
  /** The service that may accept it. */
  aud: string;
  /** The account's id. */
  sub: string;
  /** The account's name. */
  acn: string;
  /** The credential's id. */
  cid: string;
  /** Scopes. */
  scp: string[];
  /** `call`: good only with the proof of the call in `x-cds-call`. Gateways of the release before send none. */
  bnd?: 'call';
  iat: number;
  exp: number;
}

export const nowInSeconds = (): number => Math.floor(Date.now() / 1000);
