import { isOutage } from '@cds/errors';
import { stdSerializers } from 'pino';

/** What PostgreSQL adds to an error quotes rows: "Failing row contains (…)". */
const QUOTES = ['detail', 'where', 'internalQuery', 'parameters'];
const MAX_DEPTH = 6;

/**
 * An error as the log has it: message, causes and what else it carries, with the stack unless it tells of an outage,
 * and without what PostgreSQL quotes of rows, as `pg` reports it or as Prisma does.
 */
export const errorFields = (error: Error): object =>
  without(isOutage(error) ? ['stack'] : [], stdSerializers.err(error), 0) as object;

const without = (dropped: readonly string[], value: unknown, depth: number): unknown => {
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return value;
  if (Array.isArray(value)) return value.map((one: unknown) => without(dropped, one, depth + 1));
  const unwanted = 'severity' in value ? [...dropped, ...QUOTES] : dropped;
  const kept = Object.entries(value).filter(([key]) => !unwanted.includes(key));
  return Object.fromEntries(kept.map(([key, inner]) => [key, without(dropped, inner, depth + 1)]));
};
