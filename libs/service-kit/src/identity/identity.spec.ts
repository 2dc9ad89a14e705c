import { jest } from '@jest/globals';
import { createHmac } from 'node:crypto';
import { IDENTITY_HEADER } from './identity-claims.js';
import { identitySigner } from './identity-signer.js';
import { identityVerifier } from './identity-verifier.js';
import { testCaller } from './test-identity.js';

const SECRET = 'the-secret-of-today-has-more-than-32-characters';
const OLD_SECRET = 'the-secret-of-before-has-more-than-32-characters';
const NOW = new Date('2026-11-21T09:00:00.000Z');

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A token made by hand, so that it can be wrong. */
const forge = (claims: object, header: object = { alg: 'HS256', typ: 'JWT' }, secret = SECRET): string => {
  const input = `${encode(header)}.${encode(claims)}`;
  return `${input}.${createHmac('sha256', secret).update(input).digest('base64url')}`;
};

const iat = NOW.getTime() / 1000;
const claims = { iss: 'gateway', aud: 'catch', sub: 'acc_1', acn: 'Name', cid: 'key_1', scp: ['catches:read'], iat, exp: iat + 30 };

beforeEach(() => jest.useFakeTimers({ now: NOW }));
afterEach(() => jest.useRealTimers());

const verify = identityVerifier([SECRET], 'catch');
const refusal = (token: string | undefined, requestId = 'r1') => {
  try {
    return verify(token, requestId);
  } catch (error) {
    return (error as { code: string }).code;
  }
};

describe('a signed identity', () => {
  test('tells the service who calls', () => {
    const caller = testCaller({ accountName: 'Åsa Ängler 🎣', scopes: ['catches:read', 'admin'] });
    expect(verify(identitySigner([SECRET])(caller, { service: 'catch' }), 'r1')).toEqual(caller);
  });

  test('is good for 30 seconds', () => {
    const token = identitySigner([SECRET])(testCaller(), { service: 'catch' });
    jest.setSystemTime(NOW.getTime() + 29_000);
    expect(refusal(token)).toEqual(testCaller());
    jest.setSystemTime(NOW.getTime() + 30_001);
    expect(refusal(token)).toBe('auth.identity');
  });

  test('is accepted under an older secret while it is rotated', () => {
    const token = identitySigner([OLD_SECRET])(testCaller(), { service: 'catch' });
    expect(identityVerifier([SECRET, OLD_SECRET], 'catch')(token, 'r1')).toEqual(testCaller());
    expect(refusal(token)).toBe('auth.identity');
  });

  test('for one request is refused for another', () => {
    const token = identitySigner([SECRET])(testCaller(), { service: 'catch', requestId: 'r1' });
    expect(refusal(token, 'r1')).toEqual(testCaller());
    expect(refusal(token, 'r2')).toBe('auth.identity');
  });

  test('drops scopes that this version does not know', () => {
    expect(verify(forge({ ...claims, scp: ['catches:read', 'boats:write'] }), 'r1').scopes).toEqual(['catches:read']);
  });
});

describe('signing again', () => {
  const sign = identitySigner([SECRET]);

  test('gives the same caller the same token for 10 seconds', () => {
    const caller = testCaller();
    const first = sign(caller, { service: 'catch' });
    jest.setSystemTime(NOW.getTime() + 9_000);
    expect(sign(caller, { service: 'catch' })).toBe(first);
    jest.setSystemTime(NOW.getTime() + 10_000);
    expect(sign(caller, { service: 'catch' })).not.toBe(first);
  });

  test('never gives the token of another service or of a changed caller', () => {
    const caller = testCaller();
    const token = sign(caller, { service: 'species' });
    expect(refusal(token)).toBe('auth.identity');
    expect(verify(sign({ ...caller, scopes: ['admin'] }, { service: 'catch' }), 'r1').scopes).toEqual(['admin']);
  });
});

describe('an identity is refused that', () => {
  test.each([
    ['is missing', undefined],
    ['is empty', ''],
    ['is no token', 'nonsense'],
    ['has two parts', forge(claims).split('.').slice(0, 2).join('.')],
    ['is signed with another secret', forge(claims, undefined, OLD_SECRET)],
    ['is not signed (alg none)', `${encode({ alg: 'none' })}.${encode(claims)}.`],
    ['says alg none over a good signature', forge(claims, { alg: 'none' })],
    ['says another algorithm', forge(claims, { alg: 'HS512' })],
    ['was changed after it was signed', forge(claims).replace(/\.[^.]+\./, `.${encode({ ...claims, sub: 'acc_2' })}.`)],
    ['is for another service', forge({ ...claims, aud: 'species' })],
    ['is from another issuer', forge({ ...claims, iss: 'somebody' })],
    ['is expired', forge({ ...claims, iat: iat - 60, exp: iat - 1 })],
    ['never expires', forge({ ...claims, exp: undefined })],
    ['was issued over 5 seconds in the future', forge({ ...claims, iat: iat + 6, exp: iat + 36 })],
    ['lacks a subject', forge({ ...claims, sub: undefined })],
    ['lacks the credential', forge({ ...claims, cid: undefined })],
    ['has scopes that are no list', forge({ ...claims, scp: 'admin' })],
  ])('%s', (_case, token) => {
    expect(refusal(token)).toBe('auth.identity');
  });
});

test('clocks may differ by 5 seconds', () => {
  expect(refusal(forge({ ...claims, iat: iat + 5, exp: iat + 35 }))).toMatchObject({ accountId: 'acc_1' });
});

test('the header is x-cds-identity', () => {
  expect(IDENTITY_HEADER).toBe('x-cds-identity');
});
