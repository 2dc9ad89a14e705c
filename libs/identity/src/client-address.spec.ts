import { addressSigner, addressVerifier } from './client-address.js';

const SECRET = 'the-secret-of-today-has-more-than-32-characters';
const OLD_SECRET = 'the-secret-of-before-has-more-than-32-characters';

const verify = addressVerifier([SECRET, OLD_SECRET]);

it.each(['203.0.113.7', '2001:db8::7'])('the address %s is known to the service', (address) => {
  expect(verify(addressSigner([SECRET])(address, 'r1'), 'r1')).toBe(address);
  expect(verify(addressSigner([OLD_SECRET])(address, 'r1'), 'r1')).toBe(address);
});

it.each([
  ['no address', undefined],
  ['one that nobody signed', '203.0.113.7'],
  ['one of another request', addressSigner([SECRET])('203.0.113.7', 'r2')],
  ['one that was changed', addressSigner([SECRET])('203.0.113.7', 'r1').replace('203', '204')],
  [
    'one that another secret signed',
    addressSigner(['another-secret-with-more-than-32-characters'])('203.0.113.7', 'r1'),
  ],
  ['one whose proof was cut', addressSigner([SECRET])('203.0.113.7', 'r1').slice(0, -1)],
])('%s counts as none', (_case, signed) => {
  expect(verify(signed, 'r1')).toBeNull();
});
