export { accountDeleted } from './account-deleted.js';
export { type Call, CALL_HEADER, callSigner, type SignCall } from './call-binding.js';
export type { Caller } from './caller.js';
export {
  ADDRESS_HEADER,
  addressSigner,
  addressVerifier,
  type SignAddress,
  type VerifyAddress,
} from './client-address.js';
export { IDENTITY_HEADER } from './identity-claims.js';
export { identitySigner, type SignIdentity } from './identity-signer.js';
export { type IdentifiedRequest, identityVerifier, type VerifyIdentity } from './identity-verifier.js';
export type { RequestContext } from './request-context.js';
