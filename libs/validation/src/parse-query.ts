import type { Violation } from '@cds/errors';
import type { z } from 'zod';
import { PARSE_OPTIONS } from './issue-detail.js';
import { type RequestPart, violationsOf } from './violations-of.js';

/** A query read by its schema. */
export type ParsedQuery<T> =
  | { readonly value: T; readonly violations?: undefined }
  | { readonly value?: undefined; readonly violations: readonly Violation[] };

/** Parses a query without throwing, for handlers that find more violations before they answer. */
export const parseQuery = <S extends z.ZodType>(
  schema: S,
  query: unknown,
  part: RequestPart = { in: 'query' },
): ParsedQuery<z.infer<S>> => {
  const result = schema.safeParse(query, PARSE_OPTIONS);
  if (result.success) return { value: result.data };
  return { violations: violationsOf(result.error.issues, part, schema) };
};
