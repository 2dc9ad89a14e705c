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

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIPv6(address) ? 'ipv6' : 'ipv4');
