import { randomUUID } from 'node:crypto';
import { type Caller, IDENTITY_HEADER, identitySigner } from '@cds/identity';

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

/** The headers with which the gateway would call the service for this caller, in a request with this id. */
export const identityHeaders = (
  service: string,
  caller: Caller = testCaller(),
  requestId: string = randomUUID(),
): Record<string, string> => ({
  'x-request-id': requestId,
  [IDENTITY_HEADER]: identitySigner([TEST_IDENTITY_SECRET])(caller, { service, requestId }),
});
