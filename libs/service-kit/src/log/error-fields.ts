import { stdSerializers } from 'pino';

/** What PostgreSQL adds to an error quotes rows: "Failing row contains (…)". */
const QUOTES = ['detail', 'where', 'internalQuery', 'parameters'];
const MAX_DEPTH = 6;

/**
 * An error as the log has it: message, stack, causes and what else it carries, without what PostgreSQL quotes of
 * rows, as `pg` reports it or as Prisma does.
 */
export const errorFields = (error: Error): object => withoutQuotes(stdSerializers.err(error), 0) as object;

const withoutQuotes = (value: unknown, depth: number): unknown => {
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return value;
  if (Array.isArray(value)) return value.map((one: unknown) => withoutQuotes(one, depth + 1));
  const isOfPostgres = 'severity' in value;
  const kept = Object.entries(value).filter(([key]) => !isOfPostgres || !QUOTES.includes(key));
  return Object.fromEntries(kept.map(([key, inner]) => [key, withoutQuotes(inner, depth + 1)]));
};
