import { isIP, isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * The one spelling of an address, with which it is counted and compared: IPv4 dotted, mapped IPv6 (`::ffff:…`) too;
 * other IPv6 as RFC 5952 writes it. Without the port that some proxies append, without brackets, and without a zone,
 * which is of the machine that wrote it. Undefined for what is no address.
 */
export const plainAddress = (written: string): string | undefined => {
  const [, inBrackets, beforePort] = DECORATED.exec(written) ?? [];
  const address = inBrackets ?? beforePort ?? written;
  if (isIPv4(address)) return address;
  return isIP(address) === 0 ? undefined : ipaddr.process(address.split('%', 1)[0] ?? '').toString();
};

/** `[2001:db8::1]`, `[2001:db8::1]:4711` or `192.0.2.7:4711`. */
const DECORATED = /^(?:\[([^\]]+)\](?::\d+)?|([\d.]+):\d+)$/;
