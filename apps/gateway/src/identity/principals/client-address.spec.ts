import type { IncomingMessage } from 'node:http';
import { ClientAddress } from './client-address.js';

const PROXY = '::ffff:10.0.0.1';
const addresses = new ClientAddress(['10.0.0.0/8', '2001:db8:ff::/48']);

const from = (remoteAddress: string | undefined, forwarded?: string): string =>
  addresses.of({
    headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
    socket: { remoteAddress },
  } as unknown as IncomingMessage);

describe('the address of a caller', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8::7', '2001:db8::7'],
    ['fe80::7%eth0', 'fe80::7'],
    [undefined, ''],
  ])('is that of the socket, %s, when it is no trusted proxy', (socket, address) => {
    expect(from(socket)).toBe(address);
    expect(from(socket, '203.0.113.5')).toBe(address);
  });

  it.each([
    ['203.0.113.5', '203.0.113.5'],
    ['203.0.113.5:2000', '203.0.113.5'],
    ['203.0.113.5:2001 ', '203.0.113.5'],
    ['::ffff:cb00:7105', '203.0.113.5'],
    ['[2001:DB8:0::5]:4711', '2001:db8::5'],
    ['[2001:db8::5]', '2001:db8::5'],
    ['198.51.100.1, 203.0.113.5:2000', '203.0.113.5'],
    ['203.0.113.5:2000, 10.1.2.3:5555', '203.0.113.5'],
    ['203.0.113.5, [2001:db8:ff::1]:5555, ::ffff:0a01:0203', '203.0.113.5'],
    ['10.1.2.4, 10.1.2.3', '10.1.2.4'],
  ])('is read behind a trusted proxy from %s', (forwarded, address) => {
    expect(from(PROXY, forwarded)).toBe(address);
  });

  it.each([
    ['garbage', '10.0.0.1'],
    ['203.0.113.5, garbage', '10.0.0.1'],
    ['203.0.113.5, unknown, 10.1.2.3:5555', '10.1.2.3'],
    ['garbage, 203.0.113.5', '203.0.113.5'],
    ['', '10.0.0.1'],
    [' , ', '10.0.0.1'],
  ])('is that of the nearest hop where a proxy wrote no address: %j', (forwarded, address) => {
    expect(from(PROXY, forwarded)).toBe(address);
  });
});
