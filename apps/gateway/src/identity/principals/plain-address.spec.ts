import { plainAddress } from './plain-address.js';

describe('the plain spelling', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['192.0.2.7:4711', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['::ffff:cb00:7105', '203.0.113.5'],
    ['0:0:0:0:0:FFFF:CB00:7105', '203.0.113.5'],
    ['[::ffff:192.0.2.7]:4711', '192.0.2.7'],
    ['2001:db8::1', '2001:db8::1'],
    ['2001:0DB8:0:0::1', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['[2001:DB8::1]:4711', '2001:db8::1'],
    // A port needs brackets before it.
    ['2001:db8::1:4711', '2001:db8::1:4711'],
    ['fe80::1%eth0', 'fe80::1'],
    ['[fe80::1%en-0.1]:4711', 'fe80::1'],
  ])('of %s is %s', (written, address) => {
    expect(plainAddress(written)).toBe(address);
  });

  it.each([
    '',
    'garbage',
    'unknown',
    'api.example.com',
    '192.0.2',
    '192.0.2.256',
    '010.0.0.1',
    '3221225991',
    '192.0.2.7:',
    '192.0.2.7:http',
    '192.0.2.7/24',
    '192.0.2.7%eth0',
    '[]',
    '[garbage]:80',
    '[2001:db8::1',
    '[2001:db8::1]4711',
    '2001:db8::1::2',
  ])('%j has none: it is no address', (written) => {
    expect(plainAddress(written)).toBeUndefined();
  });
});
