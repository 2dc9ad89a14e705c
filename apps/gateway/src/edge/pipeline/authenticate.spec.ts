import { AppError } from '@cds/errors';
import { jest } from '@jest/globals';
import { admitted, principalWith, proxiedRequest, routeTo } from '../../../test/proxied-request.builders.js';
import type { Authenticator } from '../../identity/authentication/authenticator.js';
import type { Principal } from '../../identity/principals/principal.js';
import { invalidCredential, wrongNetwork } from '../../identity/principals/credentials.errors.js';
import { Authenticate } from './authenticate.js';
import type { StrangerLookUps } from '../rate-limits/stranger-look-ups.js';
import type { Limit } from './limit.js';

const authenticator = { authenticate: jest.fn<() => Promise<Principal>>() };
const chargeStranger = jest.fn<() => Promise<void>>();
const authenticate = new Authenticate(
  authenticator as unknown as Authenticator,
  { chargeStranger } as unknown as Limit,
  { check: () => undefined } as unknown as StrangerLookUps,
);

beforeEach(() => {
  authenticator.authenticate.mockReset();
  chargeStranger.mockReset();
  chargeStranger.mockResolvedValue();
});

it('notes who sends a call', async () => {
  const principal = principalWith('catches:read');
  authenticator.authenticate.mockResolvedValue(principal);
  const request = admitted(routeTo());
  await authenticate.run(request);
  expect(request.caller).toBe(principal);
});

it.each([
  ['a page', proxiedRequest('GET', '/signin')],
  ['an unknown path', proxiedRequest('GET', '/v1/nothing')],
  ['a preflight', admitted(routeTo(), 'OPTIONS')],
  ['a public call', admitted(routeTo({ scope: null }))],
])('asks nobody who they are for %s', async (_case, request) => {
  await authenticate.run(request);
  expect(authenticator.authenticate).not.toHaveBeenCalled();
});

it('charges the address for a wrong credential before it refuses', async () => {
  const failure = invalidCredential('unknown');
  authenticator.authenticate.mockRejectedValue(failure);
  const request = admitted(routeTo());
  await expect(authenticate.run(request)).rejects.toBe(failure);
  expect(chargeStranger).toHaveBeenCalledWith(request, failure);
});

it('refuses with the limit instead when the address has nothing left', async () => {
  const over = new AppError({ code: 'auth.too_many_failures', kind: 'too-many', message: 'x' });
  authenticator.authenticate.mockRejectedValue(invalidCredential('unknown'));
  chargeStranger.mockRejectedValue(over);
  await expect(authenticate.run(admitted(routeTo()))).rejects.toBe(over);
});

it('charges the address for a good key from another network', async () => {
  const failure = wrongNetwork('192.0.2.1');
  authenticator.authenticate.mockRejectedValue(failure);
  const request = admitted(routeTo());
  await expect(authenticate.run(request)).rejects.toBe(failure);
  expect(chargeStranger).toHaveBeenCalledWith(request, failure);
});

it('charges no address while the database is away', async () => {
  authenticator.authenticate.mockRejectedValue(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }));
  await expect(authenticate.run(admitted(routeTo()))).rejects.toMatchObject({ code: 'service.unavailable' });
  expect(chargeStranger).not.toHaveBeenCalled();
});
