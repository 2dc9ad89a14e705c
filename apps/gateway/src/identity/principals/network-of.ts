import ipaddr from 'ipaddr.js';

/** What is counted as one address: an IPv4 address, or the /64 of an IPv6 address, which one subscriber has whole. */
export const networkOf = (address: string): string => {
  const [plain = ''] = address.split('%');
  if (!ipaddr.IPv6.isValid(plain)) return address;
  const groups = ipaddr.IPv6.parse(plain).parts.slice(0, 4);
  return `${groups.map((group) => group.toString(16)).join(':')}::/64`;
};
