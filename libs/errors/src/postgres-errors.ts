/**
 * SQLSTATE classes and codes that mean: the server is away or overloaded, its database is being restored (3D000, 55000)
 * or takes no writes (25006, after a fail-over), or the work lost a race; the same work may succeed later.
 */
const TRANSIENT = /^(08|25006|25P0[34]|3D000|40001|40P01|53|55000|55P03|57014|57P0[1-5]|58)/;
const NETWORK = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH']);
/** Prisma's driver adapters name some failures in place of their SQLSTATE. */
const TRANSIENT_KINDS = new Set([
  'DatabaseNotReachable',
  'ConnectionClosed',
  'SocketTimeout',
  'TooManyConnections',
  'TransactionWriteConflict',
]);

/** What errors of `pg`, of Prisma and of kafkajs may carry. */
export interface Failure {
  name?: unknown;
  code?: unknown;
  kind?: unknown;
  originalCode?: unknown;
  message?: unknown;
  cause?: unknown;
  errors?: unknown;
  /** Of kafkajs. */
  retriable?: unknown;
  meta?: { driverAdapterError?: unknown };
}

/** Yields an error, the errors that it gathers, the driver's error in the `meta` of one of Prisma's, and all causes. */
export const causesOf = function* (error: unknown, seen = new Set<unknown>()): Generator<Failure> {
  if (typeof error !== 'object' || error === null || seen.has(error)) return;
  seen.add(error);
  const failure = error as Failure;
  yield failure;
  yield* causesOf(failure.cause, seen);
  yield* causesOf(failure.meta?.driverAdapterError, seen);
  if (Array.isArray(failure.errors)) for (const one of failure.errors) yield* causesOf(one, seen);
};

/**
 * Whether a failure of PostgreSQL, or of the way to it, heals by itself: restarts, lost connections, pool time-outs,
 * serialization failures, full disks; as `pg` reports it and as Prisma does. Codes: PostgreSQL manual, appendix A.
 */
export const isTransientDatabaseError = (error: unknown): boolean => {
  for (const { code, originalCode = code, kind, message } of causesOf(error)) {
    if (typeof originalCode === 'string' && (TRANSIENT.test(originalCode) || NETWORK.has(originalCode))) return true;
    if (typeof kind === 'string' && TRANSIENT_KINDS.has(kind)) return true;
    if (
      typeof message === 'string' &&
      /Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client (has encountered a connection error|was closed)/.test(
        message,
      )
    )
      return true;
  }
  return false;
};
