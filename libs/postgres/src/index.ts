export { AccountTurns, type AccountTurnsOptions } from './account-turns.js';
export { BackOff, withJitter } from './back-off.js';
export { asStatement, type BulkWrite } from './bulk-write.js';
export * from './close-idle.js';
export { copyLine, copyRows, type CopyValue } from './copy-rows.js';
export * from './group-commit.js';
export * from './group-read.js';
export * from './heavy-reads.js';
export * from './in-batches.js';
export * from './in-transaction.js';
export * from './keyset.sql.js';
export * from './list-order.js';
export * from './pool.js';
export * from './query-timeout.js';
export * from './queryable.js';
export * from './server-shutdown.js';
export * from './service-pools.js';
export * from './shared-reads.js';
export * from './sql-values.js';
export * from './turns-by-key.js';
export * from './violates.js';
export {
  MAX_NAMED_STATEMENTS,
  prepared,
  type PreparedStatement,
  type Statement,
  StatementNames,
  statementNames,
} from './statement.js';
