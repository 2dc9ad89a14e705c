export { identityHeaders, TEST_IDENTITY_SECRET, testCaller } from './test-identity.js';
