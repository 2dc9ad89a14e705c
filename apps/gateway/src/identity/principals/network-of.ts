import ipaddr from 'ipaddr.js';

/**
 * What is counted as one address: an IPv4 address, or the /64 of an IPv6 address, which one subscriber has whole. A
 * server that listens on `::` sees an IPv4 address as a mapped IPv6 one; all of those would be one /64.
 */
export const networkOf = (address: string): string => {
  const [plain = ''] = address.split('%');
  if (!ipaddr.IPv6.isValid(plain)) return address;
  const parsed = ipaddr.IPv6.parse(plain);
  if (parsed.isIPv4MappedAddress()) return parsed.toIPv4Address().toString();
  const groups = parsed.parts.slice(0, 4);
  return `${groups.map((group) => group.toString(16)).join(':')}::/64`;
};
