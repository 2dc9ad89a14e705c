export { type Call, CALL_SCOPES, scopeOfCall } from './call-scopes.js';
export * from './erased-angler.js';
export * from './ids.js';
export * from './problems.js';
export * from './scopes.js';
export * from './topics.js';
export * from './verification-tier.js';
