import { kindOfAddress, mayConnect } from './addresses.js';

describe('an address', () => {
  it.each([
    '8.8.8.8',
    '1.1.1.1',
    '93.184.216.34',
    '172.15.255.255',
    '172.32.0.1',
    '100.63.255.255',
    '100.128.0.1',
    '223.255.255.255',
    '2606:4700::1111',
    '2a00:1450:4001::200e',
  ])('%s is public', (address) => expect(kindOfAddress(address)).toBe('public'));

  it.each(['127.0.0.1', '127.255.255.254', '127.8.8.8', '::1'])('%s is loopback', (address) =>
    expect(kindOfAddress(address)).toBe('loopback'),
  );

  it.each([
    ['0.0.0.0', 'this host'],
    ['0.1.2.3', 'this network'],
    ['10.0.0.1', 'private'],
    ['172.16.0.1', 'private'],
    ['172.31.255.255', 'private'],
    ['192.168.1.1', 'private'],
    ['100.64.0.1', 'carrier-grade NAT'],
    ['100.100.100.200', 'metadata'],
    ['169.254.0.1', 'link-local'],
    ['169.254.169.254', 'metadata'],
    ['168.63.129.16', 'metadata'],
    ['192.0.0.192', 'metadata'],
    ['192.0.2.1', 'documentation'],
    ['198.51.100.1', 'documentation'],
    ['203.0.113.1', 'documentation'],
    ['198.18.0.1', 'benchmarking'],
    ['192.88.99.1', '6to4 relay'],
    ['224.0.0.1', 'multicast'],
    ['240.0.0.1', 'reserved'],
    ['255.255.255.255', 'broadcast'],
    ['::', 'unspecified'],
    ['::127.0.0.1', 'IPv4-compatible'],
    ['::ffff:127.0.0.1', 'IPv4-mapped'],
    ['::ffff:10.0.0.1', 'IPv4-mapped'],
    ['::ffff:8.8.8.8', 'IPv4-mapped'],
    ['::ffff:0:10.0.0.1', 'IPv4-translated'],
    ['64:ff9b::10.0.0.1', 'NAT64'],
    ['64:ff9b:1::1', 'NAT64, local'],
    ['100::1', 'discard'],
    ['2001::1', 'Teredo'],
    ['2001:db8::1', 'documentation'],
    ['3fff::1', 'documentation'],
    ['2002:a00:1::1', '6to4 of 10.0.0.1'],
    ['fc00::1', 'unique local'],
    ['fd00:ec2::254', 'metadata'],
    ['fe80::1', 'link-local'],
    ['fe80::1%eth0', 'link-local with a zone'],
    ['fec0::1', 'site-local'],
    ['ff02::1', 'multicast'],
    ['4000::1', 'unassigned'],
    ['not an address', 'nothing'],
  ])('%s (%s) is forbidden', (address) => expect(kindOfAddress(address)).toBe('forbidden'));
});

describe('a webhook', () => {
  const development = { allowLoopback: true };
  const production = { allowLoopback: false };

  it('connects to public addresses by https alone', () => {
    expect(mayConnect('8.8.8.8', 'https:', production)).toBe(true);
    expect(mayConnect('8.8.8.8', 'http:', development)).toBe(false);
  });

  it('connects to loopback under the development flag alone', () => {
    expect(mayConnect('127.0.0.1', 'http:', development)).toBe(true);
    expect(mayConnect('::1', 'https:', development)).toBe(true);
    expect(mayConnect('127.0.0.1', 'https:', production)).toBe(false);
  });

  it('never connects to a private address', () => {
    expect(mayConnect('10.0.0.1', 'https:', development)).toBe(false);
  });
});
