import { isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';
import { plainAddress } from './plain-address.js';

/**
 * What is counted as one address: an IPv4 address, or the /64 of an IPv6 address, which one subscriber has whole. A
 * server that listens on `::` sees an IPv4 address as a mapped IPv6 one; all of those would be one /64.
 */
export const networkOf = (address: string): string => {
  const plain = plainAddress(address) ?? address;
  if (!isIPv6(plain)) return plain;
  const groups = ipaddr.IPv6.parse(plain).parts.slice(0, 4);
  return `${groups.map((group) => group.toString(16)).join(':')}::/64`;
};
