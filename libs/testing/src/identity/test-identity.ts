import { randomUUID } from 'node:crypto';
import { SCOPES } from '@cds/contracts';
import { type Caller, IDENTITY_HEADER, identitySigner } from '@cds/identity';

/** The secret that test services accept. Never one of a deployment. */
export const TEST_IDENTITY_SECRET = 'a-secret-for-tests-alone-with-over-32-characters';

/** A caller for tests, with every scope but those of reviewers and administrators. */
export const testCaller = (overrides: Partial<Caller> = {}): Caller => ({
  accountId: 'acc_01h455vb4pex5vsknk084sn02q',
  accountName: 'Test account',
  credentialId: 'key_01h455vb4pex5vsknk084sn02q',
  scopes: SCOPES.filter((scope) => scope !== 'verifications:write' && scope !== 'admin'),
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
