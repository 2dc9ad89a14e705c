import { BlockList, isIPv6 } from 'node:net';
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
  for (const cidr of cidrs) {
    const [address = '', prefix] = cidr.split('/');
    const family = familyOf(address);
    if (prefix === undefined) networks[family].addAddress(address, family);
    else networks[family].addSubnet(address, Number(prefix), family);
  }
  return (address) => networks[familyOf(address)].check(address, familyOf(address));
};

/** The CIDRs that do not lie within any one of `outer`. */
export const cidrsOutside = (cidrs: readonly string[], outer: readonly string[]): string[] =>
  cidrs.filter((cidr) => !outer.some((one) => lies(cidr, one)));

const lies = (inner: string, outer: string): boolean => {
  const [network = ''] = inner.split('/');
  const [outerNetwork = ''] = outer.split('/');
  return (
    familyOf(network) === familyOf(outerNetwork) &&
    prefixOf(inner) >= prefixOf(outer) &&
    allowedNetwork([outer])?.(network) === true
  );
};

const prefixOf = (cidr: string): number => {
  const [address = '', prefix] = cidr.split('/');
  return prefix === undefined ? BITS[familyOf(address)] : Number(prefix);
};

const BITS = { ipv4: 32, ipv6: 128 } as const;

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIPv6(address) ? 'ipv6' : 'ipv4');
