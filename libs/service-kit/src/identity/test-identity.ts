import type { Caller } from './caller.js';
import { IDENTITY_HEADER } from './identity-claims.js';
import { identitySigner } from './identity-signer.js';

/** The secret that test services accept. Never one of a deployment. */
export const TEST_IDENTITY_SECRET = 'a-secret-for-tests-alone-with-over-32-characters';

/** A caller for tests, with the scopes that read and write catches. */
export const testCaller = (overrides: Partial<Caller> = {}): Caller => ({
  accountId: 'acc_01h455vb4pex5vsknk084sn02q',
  accountName: 'Test account',
  credentialId: 'key_01h455vb4pex5vsknk084sn02q',
  scopes: ['catches:read', 'catches:write'],
  ...overrides,
});

/** The headers with which the gateway would call the service for this caller. */
export const identityHeaders = (service: string, caller: Caller = testCaller()): Record<string, string> => ({
  [IDENTITY_HEADER]: identitySigner([TEST_IDENTITY_SECRET])(caller, { service }),
});
