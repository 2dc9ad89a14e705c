export * from './clock.js';
export * from './config/common-settings.js';
export * from './config/config-schemas.js';
export * from './config/describe-config.js';
export * from './config/load-config.js';
export * from './config/setting.js';
export * from './create-service-app.js';
export * from './database/group-read.js';
export * from './database/in-batches.js';
export * from './database/in-transaction.js';
export * from './database/pool.js';
export * from './database/shared-reads.js';
export * from './env-example.js';
export * from './health/readiness.registry.js';
export { appErrorOf } from './http/app-error-of.js';
export * from './http/client-error.js';
export { entityTagOf, isKnownTag, matchesTag } from './http/entity-tags.js';
export * from './http/handled-requests.js';
export { notJson } from './http/json-body.js';
export * from './http/parse-json.js';
export * from './http/problem.js';
export * from './http/problem-of.js';
export * from './http/request-context.js';
export * from './http/request-id.js';
export * from './idempotency/idempotency.module.js';
export * from './idempotency/idempotency.store.js';
export * from './idempotency/idempotent.decorator.js';
export * from './idempotency/idempotent-requests.js';
export * from './idempotency/reservation.js';
export * from './identity/caller.js';
export * from './identity/current-caller.decorator.js';
export * from './identity/identity-claims.js';
export * from './identity/identity-signer.js';
export * from './identity/identity-verifier.js';
export * from './identity/test-identity.js';
export * from './kit.module.js';
export * from './listing/cursor-page.js';
export * from './listing/cursors.js';
export {
  allOf,
  cutParts,
  type Order,
  orderBy,
  orderOf,
  type PartSql,
  pastPlace,
  type Region,
  regionsOf,
} from './listing/keyset.sql.js';
export * from './listing/list-page.js';
export * from './listing/metric-units.js';
export * from './listing/query-names.js';
export * from './listing/query-sort.js';
export * from './listing/sql-values.js';
export * from './log/create-logger.js';
export * from './log/service-logger.js';
export * from './new-id.js';
export * from './recurring-task.js';
export * from './run-service.js';
export * from './secrets/secret-box.js';
export * from './secrets/secret-keys.js';
export * from './service-options.js';
export * from './start-service.js';
export * from './validation/parse-body.js';
export * from './validation/query-schemas.js';
export * from './validation/schemas.js';
export * from './validation/violations.js';
export * from './validation/violations-of.js';
