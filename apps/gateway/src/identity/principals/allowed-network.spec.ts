import { describe, expect, it } from '@jest/globals';
import { allowedNetwork, cidrSchema, cidrsOutside } from './allowed-network.js';

describe('an entry of allowed_cidrs', () => {
  it.each([
    '203.0.113.7',
    '203.0.113.0/24',
    '203.0.113.7/24',
    '0.0.0.0/0',
    '::/0',
    '2001:db8::1',
    '2001:db8::/32',
    '::1/128',
  ])('may be %s', (text) => {
    expect(cidrSchema.safeParse(text).success).toBe(true);
  });

  it.each([
    '',
    '203.0.113',
    '203.0.113.0/33',
    '203.0.113.0/-1',
    '256.0.0.1',
    '::/129',
    'fe80::1%eth0',
    'example.com',
    '203.0.113.0/24 ',
    '203.0.113.0/',
    '010.0.0.1/8',
  ])('may not be %j', (text) => {
    expect(cidrSchema.safeParse(text).success).toBe(false);
  });
});

describe('the network of', () => {
  it.each([
    ['nothing but one address', ['203.0.113.7'], ['203.0.113.7'], ['203.0.113.6', '203.0.113.8', '::1']],
    ['a subnet', ['203.0.113.64/26'], ['203.0.113.64', '203.0.113.127'], ['203.0.113.63', '203.0.113.128']],
    ['a subnet told by an address in it', ['203.0.113.70/26'], ['203.0.113.64'], ['203.0.113.63']],
    ['both families', ['10.0.0.0/8', '2001:db8::/32'], ['10.255.0.1', '2001:db8:ffff::1'], ['11.0.0.1', '2001:db9::1']],
    ['all of IPv4', ['0.0.0.0/0'], ['1.2.3.4', '255.255.255.255'], ['2001:db8::1']],
    ['a mapped address', ['::ffff:127.0.0.1'], ['127.0.0.1'], ['127.0.0.2', '::1']],
    ['a mapped address in hexadecimal', ['0:0:0:0:0:FFFF:7f00:1'], ['127.0.0.1'], ['127.0.0.2']],
    ['a mapped subnet', ['::ffff:10.1.2.3/104'], ['10.0.0.0', '10.255.255.255'], ['9.255.255.255', '11.0.0.0', '::1']],
    ['all mapped addresses', ['::ffff:0:0/96'], ['1.2.3.4'], ['2001:db8::1']],
    ['all of IPv6', ['::/0'], ['2001:db8::1', '::1'], ['1.2.3.4']],
  ])('%s begins and ends where it says', (_what, cidrs, inside, outside) => {
    const isAllowedFrom = allowedNetwork(cidrs);
    expect(inside.map((address) => isAllowedFrom?.(address))).toEqual(inside.map(() => true));
    expect(outside.map((address) => isAllowedFrom?.(address))).toEqual(outside.map(() => false));
  });

  it('no entry is everywhere', () => {
    expect(allowedNetwork([])).toBeNull();
  });
});

it('finds the CIDRs that reach further than those that are allowed, however they are written', () => {
  const wanted = ['10.1.0.0/16', '::ffff:10.1.2.3', '::ffff:10.0.0.0/104', '10.0.0.0/7', '::ffff:11.0.0.1', '::/0'];
  const outside = ['10.0.0.0/7', '::ffff:11.0.0.1', '::/0'];
  expect(cidrsOutside(wanted, ['10.0.0.0/8'])).toEqual(outside);
  expect(cidrsOutside(wanted, ['::ffff:10.0.0.0/104'])).toEqual(outside);
});
