import { BlockList, isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';
import { z } from 'zod';

const addressOrCidr = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]);

/** An IPv4 or IPv6 address, or a CIDR of either kind. */
export const cidrSchema = z.string().refine((text) => addressOrCidr.safeParse(text).success, {
  message: 'must be an address or a CIDR such as 203.0.113.0/24 or 2001:db8::/32',
  params: { code: 'format' },
});

/** Tells whether an address lies within any of the CIDRs; null for none of them, which stands for everywhere. */
export const allowedNetwork = (cidrs: readonly string[]): ((address: string) => boolean) | null => {
  if (cidrs.length === 0) return null;
  // Apart: in one list `::/0` would have the IPv4 addresses too.
  const networks = { ipv4: new BlockList(), ipv6: new BlockList() };
  for (const { family, address, bits } of cidrs.map(rangeOf)) networks[family].addSubnet(address, bits, family);
  return (address) => networks[familyOf(address)].check(address, familyOf(address));
};

/** The CIDRs that do not lie within any one of `outer`. */
export const cidrsOutside = (cidrs: readonly string[], outer: readonly string[]): string[] =>
  cidrs.filter((cidr) => !outer.some((one) => lies(cidr, one)));

const lies = (inner: string, outer: string): boolean => {
  const [one, other] = [rangeOf(inner), rangeOf(outer)];
  return one.family === other.family && one.bits >= other.bits && allowedNetwork([outer])?.(one.address) === true;
};

interface Range {
  readonly family: Family;
  readonly address: string;
  /** The length of the prefix that the addresses of the range have in common. */
  readonly bits: number;
}

/** Of IPv4 addresses that are written as mapped IPv6 ones, the IPv4 range: callers are known by their IPv4 address. */
const rangeOf = (cidr: string): Range => {
  const [address = '', prefix] = cidr.split('/');
  const family = familyOf(address);
  const bits = prefix === undefined ? BITS[family] : Number(prefix);
  const parsed = ipaddr.parse(address);
  if (!(parsed instanceof ipaddr.IPv6) || !parsed.isIPv4MappedAddress() || bits < MAPPED_BITS)
    return { family, address, bits };
  return { family: 'ipv4', address: parsed.toIPv4Address().toString(), bits: bits - MAPPED_BITS };
};

type Family = 'ipv4' | 'ipv6';

const BITS = { ipv4: 32, ipv6: 128 } as const;
/** `::ffff:0:0/96` (RFC 4291, section 2.5.5.2). */
const MAPPED_BITS = 96;

const familyOf = (address: string): Family => (isIPv6(address) ? 'ipv6' : 'ipv4');
