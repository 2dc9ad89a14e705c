export { AccountTurns, type AccountTurnsOptions } from './account-turns.js';
export { arrayLiteral } from './array-literal.js';
export { int4Array, int8Array, jsonArray, textArray, timestamptzArray } from './binary-arrays.js';
export { asStatement, type BulkWrite } from './bulk-write.js';
export { closeIdle } from './close-idle.js';
export type { BinaryValues } from './binary-values.js';
export { copyBinary } from './copy-binary.js';
export { copyLine, copyRows, type CopyValue } from './copy-rows.js';
export { type BuildWrites, GroupCommit } from './group-commit.js';
export { GroupRead } from './group-read.js';
export { type AccountReads, HeavyReads } from './heavy-reads.js';
export { inBatches } from './in-batches.js';
export { inTransaction } from './in-transaction.js';
export {
  allOf,
  cutParts,
  cutSql,
  type Order,
  orderBy,
  orderOf,
  type PartSql,
  pastPlace,
  regionsOf,
} from './keyset.sql.js';
export type { PlaceInList, SortBy, SortValue } from './list-order.js';
export { createPool, HEAVY_READ_POOL, POOL, READ_POOL } from './pool.js';
export { isQueryTimeout } from './query-timeout.js';
export type { Queryable, StatementRunner } from './queryable.js';
export { probeServer, releaseAtShutdown, serverShutdown } from './server-shutdown.js';
export { createServicePools, type ServicePools } from './service-pools.js';
export { SharedReads } from './shared-reads.js';
export { isOneOf, type Sql, SqlValues } from './sql-values.js';
export {
  MAX_NAMED_STATEMENTS,
  prepared,
  type PreparedStatement,
  type Statement,
  StatementNames,
  statementNames,
} from './statement.js';
export { TurnsByKey } from './turns-by-key.js';
export { violates } from './violates.js';
export { storableText } from './storable-text.js';
