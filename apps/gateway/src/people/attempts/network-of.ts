import { isIPv6 } from 'node:net';

const GROUPS = 8;

/** What is counted as one address: an IPv4 address, or the /64 of an IPv6 address, which one subscriber has whole. */
export const networkOf = (address: string): string => {
  if (!isIPv6(address)) return address;
  const [plain = ''] = address.split('%');
  // The URL parser writes any spelling the same way, an IPv4 tail included.
  const [head = '', tail] = new URL(`http://[${plain}]`).hostname.slice(1, -1).split('::');
  const [before, after] = [groupsOf(head), groupsOf(tail ?? '')];
  const zeros = tail === undefined ? 0 : GROUPS - before.length - after.length;
  return `${[...before, ...new Array<string>(zeros).fill('0'), ...after].slice(0, 4).join(':')}::/64`;
};

const groupsOf = (text: string): string[] => (text === '' ? [] : text.split(':'));
