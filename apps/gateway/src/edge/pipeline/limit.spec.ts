import { jest } from '@jest/globals';
import { admitted, principalWith, proxiedRequest, quotaOf, routeTo } from '../../../test/proxied-request.builders.js';
import { invalidCredential, missingCredential } from '../../identity/principals/credentials.errors.js';
import type { Quota } from '../rate-limits/quota.js';
import type { RequestLimits } from '../rate-limits/request-limits.js';
import { Limit } from './limit.js';

const taking = () => jest.fn<() => Promise<Quota>>().mockResolvedValue(quotaOf(9));
const limits = {
  takeFromCredential: taking(),
  peekAtCredential: taking(),
  takeFromAccount: jest.fn<() => Promise<Quota | undefined>>().mockResolvedValue(undefined),
  takeFromAddress: taking(),
  peekAtAddress: taking(),
  takePageFile: taking(),
  takeFromWrongCredentials: taking(),
  settle: jest.fn((quota: Quota, isFree: boolean) => (isFree ? quotaOf(quota.remaining + 1) : quota)),
};
const limit = new Limit(limits as unknown as RequestLimits);

beforeEach(() => void jest.clearAllMocks());

const called = (route = routeTo()) => {
  const request = admitted(route);
  request.caller = principalWith('catches:read');
  return request;
};

it('takes a call with a credential from the limit of that credential', async () => {
  const request = called();
  await limit.run(request);
  expect(limits.takeFromCredential).toHaveBeenCalledWith(request.caller, false);
  expect(request.quota?.remaining).toBe(9);
});

it('takes nothing for a free call', async () => {
  const request = called(routeTo({ isFree: true }));
  await limit.run(request);
  expect(limits.takeFromCredential).not.toHaveBeenCalled();
  request.settle(304);
  expect(request.quota?.remaining).toBe(9);
  expect(limits.settle).not.toHaveBeenCalled();
});

it.each([
  ['a page', proxiedRequest('GET', '/signin')],
  ['an unknown path', proxiedRequest('GET', '/v1/nothing')],
  ['a public call', admitted(routeTo({ scope: null }))],
])('takes %s from the limit of its address', async (_case, request) => {
  await limit.run(request);
  expect(limits.takeFromAddress).toHaveBeenCalledTimes(1);
});

it.each(['/assets/index-1.js', '/docs/js/scalar-1.js'])('takes the file %s from a limit of its own', async (path) => {
  await limit.run(proxiedRequest('GET', path));
  expect(limits.takePageFile).toHaveBeenCalledTimes(1);
  expect(limits.takeFromAddress).not.toHaveBeenCalled();
});

it('refuses the request that is one too many, with what is left noted', async () => {
  limits.takeFromCredential.mockResolvedValueOnce(quotaOf(0, true));
  const request = called();
  await expect(limit.run(request)).rejects.toMatchObject({ code: 'rate_limit.exceeded' });
  expect(request.quota).toMatchObject({ remaining: 0 });
});

it('refuses a request too many of the account, and goes on telling what the credential has left', async () => {
  const policy = { name: 'account', limit: 6_000, windowSeconds: 60 } as const;
  limits.takeFromAccount.mockResolvedValueOnce({ ...quotaOf(0, true), policy });
  const request = called();
  await expect(limit.run(request)).rejects.toMatchObject({ code: 'limit.account', retryAfterSeconds: 60 });
  expect(request.quota).toMatchObject({ remaining: 9, policy: { name: 'default' } });
});

it.each([quotaOf(9), quotaOf(0)])('shows a preflight its limit, for nothing and without refusing', async (quota) => {
  limits.peekAtAddress.mockResolvedValueOnce(quota);
  const request = admitted(routeTo(), 'OPTIONS');
  await limit.run(request);
  expect(request.quota).toBe(quota);
  expect(limits.takeFromAddress).not.toHaveBeenCalled();
});

it.each([
  [missingCredential(), 1, 0],
  [invalidCredential('unknown'), 0, 1],
])('charges a stranger by what is wrong with the credential', async (failure, address, wrong) => {
  await limit.chargeStranger(admitted(routeTo()), failure);
  expect(limits.takeFromAddress).toHaveBeenCalledTimes(address);
  expect(limits.takeFromWrongCredentials).toHaveBeenCalledTimes(wrong);
});

describe('a 304', () => {
  const returnedFor = async (header: string | undefined): Promise<number | undefined> => {
    const request = admitted(routeTo(), 'GET', { 'if-none-match': header });
    request.caller = principalWith('catches:read');
    await limit.run(request);
    request.settle(304);
    return request.quota?.remaining;
  };

  it.each(['"7"', 'W/"7"', '"6", "7"'])('to the tag %s is returned to the limit', async (header) => {
    expect(await returnedFor(header)).toBe(10);
  });

  it.each(['*', ' * ', undefined])('to %j is not', async (header) => {
    expect(await returnedFor(header)).toBe(9);
  });

  it('is settled once, for the credential and for the account', async () => {
    const ofAccount = quotaOf(99);
    limits.takeFromAccount.mockResolvedValueOnce(ofAccount);
    const request = admitted(routeTo(), 'GET', { 'if-none-match': '"7"' });
    request.caller = principalWith('catches:read');
    await limit.run(request);
    request.settle(304);
    request.settle();
    expect(limits.settle.mock.calls).toEqual([
      [quotaOf(9), true],
      [ofAccount, true],
    ]);
  });
});

it('settles at once what was taken for a client that has gone meanwhile', async () => {
  const request = proxiedRequest('GET', '/openapi.json', { 'if-none-match': '"7"' });
  request.isOver = true;
  await limit.run(request);
  expect(limits.settle.mock.calls).toEqual([[quotaOf(9), false]]);
});
