import { jest } from '@jest/globals';
import { createHmac } from 'node:crypto';
import { callSigner } from './call-binding.js';
import type { Caller } from './caller.js';
import { IDENTITY_HEADER } from './identity-claims.js';
import { identitySigner } from './identity-signer.js';
import { identityVerifier } from './identity-verifier.js';
import { bindingKey, bindingOf } from './request-binding.js';

const SECRET = 'the-secret-of-today-has-more-than-32-characters';
const OLD_SECRET = 'the-secret-of-before-has-more-than-32-characters';
const NOW = new Date('2026-11-21T09:00:00.000Z');

const CALLER: Caller = {
  accountId: 'acc_01h455vb4pex5vsknk084sn02q',
  accountName: 'Test account',
  credentialId: 'key_01h455vb4pex5vsknk084sn02q',
  scopes: ['catches:read', 'catches:write'],
};

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

const HEADER = { alg: 'HS256', typ: 'JWT' };

/** An identity for the request `r1` made by hand, so that it can be wrong. */
const forge = (claims: object, header: object = HEADER, secret = SECRET): string =>
  bound(tokenOf(claims, header, secret));

const bound = (token: string, secret = SECRET): string => `${token}.${bindingOf(bindingKey(secret), token, 'r1')}`;

const tokenOf = (claims: object, header: object, secret: string): string => {
  const input = `${encode(header)}.${encode(claims)}`;
  return `${input}.${createHmac('sha256', secret).update(input).digest('base64url')}`;
};

const iat = NOW.getTime() / 1000;
const claims = {
  iss: 'gateway',
  aud: 'catch',
  sub: 'acc_1',
  acn: 'Name',
  cid: 'key_1',
  scp: ['catches:read'],
  iat,
  exp: iat + 30,
};

beforeEach(() => jest.useFakeTimers({ now: NOW }));
afterEach(() => jest.useRealTimers());

const verify = identityVerifier([SECRET], 'catch');
const CALL = { requestId: 'r1', method: 'GET', target: '/v1/verifications/ver_1', proof: undefined };
const refusal = (token: string | undefined, requestId = 'r1') => {
  try {
    return verify(token, { ...CALL, requestId });
  } catch (error) {
    return (error as { code: string }).code;
  }
};

describe('a signed identity', () => {
  test('tells the service who calls', () => {
    const caller = { ...CALLER, accountName: 'Åsa Ängler 🎣', scopes: ['catches:read', 'admin'] } as const;
    expect(verify(identitySigner([SECRET])(caller, { service: 'catch', requestId: 'r1' }), CALL)).toEqual(caller);
  });

  test('is good for 30 seconds', () => {
    const token = identitySigner([SECRET])(CALLER, { service: 'catch', requestId: 'r1' });
    jest.setSystemTime(NOW.getTime() + 29_000);
    expect(refusal(token)).toEqual(CALLER);
    jest.setSystemTime(NOW.getTime() + 30_001);
    expect(refusal(token)).toBe('auth.identity');
  });

  test('is accepted under an older secret while it is rotated', () => {
    const token = identitySigner([OLD_SECRET])(CALLER, { service: 'catch', requestId: 'r1' });
    expect(identityVerifier([SECRET, OLD_SECRET], 'catch')(token, CALL)).toEqual(CALLER);
    expect(refusal(token)).toBe('auth.identity');
  });

  test('for one request is refused for another', () => {
    const token = identitySigner([SECRET])(CALLER, { service: 'catch', requestId: 'r1' });
    expect(refusal(token, 'r1')).toEqual(CALLER);
    expect(refusal(token, 'r2')).toBe('auth.identity');
  });

  test('is refused with the part that binds it to another one of the caller', () => {
    const sign = identitySigner([SECRET]);
    const caller = CALLER;
    const [one, other] = ['r1', 'r2'].map((requestId) => sign(caller, { service: 'catch', requestId }).split('.')) as [
      string[],
      string[],
    ];
    expect(other.slice(0, 3)).toEqual(one.slice(0, 3));
    expect(refusal([...one.slice(0, 3), other[3]].join('.'))).toBe('auth.identity');
  });

  test('drops scopes that this version does not know', () => {
    expect(verify(forge({ ...claims, scp: ['catches:read', 'boats:write'] }), CALL).scopes).toEqual(['catches:read']);
  });
});

describe('an identity that is bound to its call', () => {
  const secrets = [SECRET];
  const identity = () => identitySigner(secrets, { bindsCalls: true })(CALLER, { service: 'catch', requestId: 'r1' });
  const callerOf = (token: string, request: object) => {
    try {
      return verify(token, { ...CALL, ...request });
    } catch (error) {
      return (error as { code: string }).code;
    }
  };

  test('tells the service who calls', () => {
    const token = identity();
    expect(callerOf(token, { proof: callSigner(secrets)(token, CALL) })).toEqual(CALLER);
  });

  test.each([
    ['without the proof', {}],
    ['for another method', { method: 'POST' }],
    ['for another target', { target: '/v1/verifications/ver_1/approve' }],
    ['for the target with another query', { target: `${CALL.target}?expand=catch` }],
  ])('is refused %s', (name, request) => {
    const token = identity();
    const proof = name === 'without the proof' ? undefined : callSigner(secrets)(token, CALL);
    expect(callerOf(token, { proof, ...request })).toBe('auth.identity');
  });

  test('is refused with the proof of another request, or of another secret', () => {
    const [token, sign] = [identity(), identitySigner(secrets, { bindsCalls: true })];
    const other = sign(CALLER, { service: 'catch', requestId: 'r2' });
    expect(callerOf(token, { proof: callSigner(secrets)(other, CALL) })).toBe('auth.identity');
    expect(callerOf(token, { proof: callSigner([OLD_SECRET])(token, CALL) })).toBe('auth.identity');
  });
});

describe('signing again', () => {
  const sign = identitySigner([SECRET]);
  const tokenFor = (caller: Caller, requestId: string) =>
    sign(caller, { service: 'catch', requestId }).split('.').slice(0, 3).join('.');

  test('gives the same caller the same token for 10 seconds', () => {
    const caller = CALLER;
    const first = tokenFor(caller, 'r1');
    jest.setSystemTime(NOW.getTime() + 9_000);
    expect(tokenFor(caller, 'r2')).toBe(first);
    jest.setSystemTime(NOW.getTime() + 10_000);
    expect(tokenFor(caller, 'r3')).not.toBe(first);
  });

  test('never gives the token of another service or of a changed caller', () => {
    const caller = CALLER;
    const token = sign(caller, { service: 'species', requestId: 'r1' });
    expect(refusal(token)).toBe('auth.identity');
    expect(verify(sign({ ...caller, scopes: ['admin'] }, { service: 'catch', requestId: 'r1' }), CALL).scopes).toEqual([
      'admin',
    ]);
  });
});

describe('an identity is refused that', () => {
  test.each([
    ['is missing', undefined],
    ['is empty', ''],
    ['is no token', 'nonsense'],
    ['has two parts', forge(claims).split('.').slice(0, 2).join('.')],
    ['is bound to no request', forge(claims).split('.').slice(0, 3).join('.')],
    ['is bound by less than all of it', forge(claims).slice(0, -1)],
    ['is bound with another secret', bound(tokenOf(claims, HEADER, SECRET), OLD_SECRET)],
    ['is signed with another secret', forge(claims, undefined, OLD_SECRET)],
    ['is not signed (alg none)', bound(`${encode({ alg: 'none' })}.${encode(claims)}.`)],
    ['says alg none over a good signature', forge(claims, { alg: 'none' })],
    ['says another algorithm', forge(claims, { alg: 'HS512' })],
    [
      'was changed after it was signed',
      bound(tokenOf(claims, HEADER, SECRET).replace(/\.[^.]+\./, `.${encode({ ...claims, sub: 'acc_2' })}.`)),
    ],
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
