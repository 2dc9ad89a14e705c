export { identityHeaders, TEST_IDENTITY_SECRET, testCaller } from './test-identity.js';
export { unrefusedCalls } from './unrefused-calls.js';
