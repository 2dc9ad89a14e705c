import { isIP } from 'node:net';

/** Injection token of the `RelyingParty`, or null where browsers allow no passkeys. */
export const RELYING_PARTY = Symbol('RELYING_PARTY');

/** Whom passkeys are made for (WebAuthn): they work under this origin alone. */
export interface RelyingParty {
  readonly id: string;
  readonly origin: string;
  readonly name: string;
}

/** Null for an address instead of a name, and without TLS elsewhere than on this machine: browsers refuse those. */
export const relyingPartyOf = (publicUrl: string): RelyingParty | null => {
  const { protocol, hostname: id, origin } = new URL(publicUrl);
  if (isIP(id) !== 0 || id.startsWith('[') || (protocol !== 'https:' && id !== 'localhost')) return null;
  return { id, origin, name: 'Catch Data Service' };
};
