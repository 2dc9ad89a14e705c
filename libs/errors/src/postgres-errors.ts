/** SQLSTATE classes and codes that mean: the server or the connection is away, or the work lost a race; the same work may succeed later. */
const TRANSIENT = /^(08|53|57P0[1-5]|58|40001|40P01|55P03)/;
const NETWORK = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH']);

const causes = function* (error: unknown): Generator<{ code?: unknown; message?: unknown; errors?: unknown }> {
  const seen = new Set<unknown>();
  for (let at = error; typeof at === 'object' && at !== null && !seen.has(at); at = (at as { cause?: unknown }).cause) {
    seen.add(at);
    yield at;
    const inner = (at as { errors?: unknown }).errors;
    if (Array.isArray(inner)) for (const one of inner) yield* causes(one);
  }
};

/**
 * Whether a failure of PostgreSQL, or of the way to it, heals by itself: restarts, lost connections, pool time-outs,
 * serialization failures, full disks. Codes: PostgreSQL manual, appendix A.
 */
export const isTransientDatabaseError = (error: unknown): boolean => {
  for (const { code, message } of causes(error)) {
    if (typeof code === 'string' && (TRANSIENT.test(code) || NETWORK.has(code))) return true;
    if (typeof message === 'string' && /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/.test(message)) return true;
  }
  return false;
};

/** Whether the error is a unique violation (SQLSTATE 23505) of the named constraint or index. */
export const isUniqueViolation = (error: unknown, constraint: string): boolean => {
  for (const one of causes(error)) {
    if (one.code === '23505' && (one as { constraint?: unknown }).constraint === constraint) return true;
  }
  return false;
};
