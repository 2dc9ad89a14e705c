import ipaddr from 'ipaddr.js';

/** `forbidden`: private, link-local, metadata, reserved, or an IPv6 form that hides an IPv4 address. */
export type AddressKind = 'public' | 'loopback' | 'forbidden';

// A cloud's metadata service on an address that is public by its range.
const METADATA = new Set(['168.63.129.16']);

/**
 * Tells what kind of address a literal in its usual spelling (`10.0.0.1`, `fe80::1`) is. Everything unknown is
 * forbidden.
 */
export const kindOfAddress = (literal: string): AddressKind => {
  if (!ipaddr.isValid(literal)) return 'forbidden';
  const address = ipaddr.parse(literal);
  const range = address.range();
  if (range === 'loopback') return 'loopback';
  if (range !== 'unicast' || METADATA.has(address.toString())) return 'forbidden';
  return isGlobal(address) ? 'public' : 'forbidden';
};

/** Of IPv6 only 2000::/3 has been given out; the rest is unassigned or has a meaning of its own. */
const isGlobal = (address: ipaddr.IPv4 | ipaddr.IPv6): boolean =>
  address.kind() === 'ipv4' || ((address.toByteArray()[0] ?? 0) & 0xe0) === 0x20;

/** Which addresses a webhook may be sent to. `allowLoopback` is for development. */
export interface AddressPolicy {
  readonly allowLoopback: boolean;
}

/** Whether a webhook may connect to the address; without TLS it stays on this machine. */
export const mayConnect = (literal: string, protocol: string, policy: AddressPolicy): boolean => {
  const kind = kindOfAddress(literal);
  if (kind === 'loopback') return policy.allowLoopback;
  return kind === 'public' && protocol === 'https:';
};
