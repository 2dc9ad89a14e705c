import { admitted, principalWith, proxiedRequest, routeTo } from '../../../test/proxied-request.builders.js';
import type { AuditTally, TalliedEntry } from '../../identity/audit-log/audit-tally.js';
import type { ClientAddress } from '../../identity/principals/client-address.js';
import { principalOf } from '../../identity/principals/request-principal.js';
import { SignInAge } from '../../identity/people/sessions/sign-in-age.js';
import { Authorize } from './authorize.js';

const NOW = new Date('2026-03-01T12:00:00Z');
let refusals: TalliedEntry[];
let authorize: Authorize;
beforeEach(() => {
  refusals = [];
  const tally = { note: (entry: TalliedEntry) => void refusals.push(entry) } as unknown as AuditTally;
  const addresses = { of: () => '192.0.2.1' } as unknown as ClientAddress;
  authorize = new Authorize(tally, addresses, new SignInAge({ now: () => NOW }));
});

const calledBy = (caller = principalWith('catches:read'), route = routeTo()) => {
  const request = admitted(route);
  request.caller = caller;
  return request;
};

it('lets a caller with the scope of the route through, whom controllers know from then on', async () => {
  const request = calledBy();
  expect(principalOf(request.incoming)).toBeUndefined();
  await authorize.run(request);
  expect(principalOf(request.incoming)).toBe(request.caller);
});

it('refuses a caller without it, whom no controller ever knows', async () => {
  const request = calledBy(principalWith('catches:write', 'admin'));
  await expect(authorize.run(request)).rejects.toMatchObject({ code: 'auth.scope' });
  expect(principalOf(request.incoming)).toBeUndefined();
  expect(refusals).toEqual([
    {
      action: 'access.refused',
      accountId: request.caller?.accountId,
      targetId: request.caller?.credentialId,
      address: '192.0.2.1',
      reason: `lacks ${request.route?.scope}`,
    },
  ]);
});

it('lets any caller through where the route asks for any credential', async () => {
  await authorize.run(calledBy(principalWith(), routeTo({ scope: 'any' })));
});

const sessionOf = (minutes: number) => {
  const caller = principalWith('keys:write');
  const signedInAt = new Date(NOW.getTime() - minutes * 60_000);
  const session = { personId: 'usr_1', hash: 'hash', signedInAt };
  return { ...caller, credential: { ...caller.credential, type: 'session' as const, session } };
};

describe('a call that makes what outlives a session', () => {
  const route = routeTo({ scope: 'keys:write', needsFreshSignIn: true });

  it('is let through for a session that began of late, and for keys of any age', async () => {
    await authorize.run(calledBy(sessionOf(14), route));
    await authorize.run(calledBy(principalWith('keys:write'), route));
  });

  it('asks an older session for a new sign-in', async () => {
    const request = calledBy(sessionOf(16), route);
    await expect(authorize.run(request)).rejects.toMatchObject({ code: 'auth.stale_sign_in' });
    expect(principalOf(request.incoming)).toBeUndefined();
  });
});

it.each([
  ['a page', proxiedRequest('GET', '/signin')],
  ['a preflight', admitted(routeTo(), 'OPTIONS')],
  ['a public call', admitted(routeTo({ scope: null }))],
])('lets %s through without a caller', async (_case, request) => {
  await authorize.run(request);
  expect(principalOf(request.incoming)).toBeUndefined();
});

it('refuses an unknown path, and a method that the path does not take', async () => {
  await expect(authorize.run(proxiedRequest('GET', '/v1/nothing'))).rejects.toMatchObject({ code: 'route.not_found' });
  await expect(authorize.run(admitted(routeTo(), 'PUT'))).rejects.toMatchObject({
    code: 'route.method_not_allowed',
    message: 'This path takes GET, HEAD, OPTIONS, not PUT.',
  });
});
