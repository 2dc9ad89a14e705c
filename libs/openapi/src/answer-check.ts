import { z } from 'zod';
import { problemSchema } from './problem-schema.js';
import type { RouteDocs } from './route-docs.js';
import { operationOf } from './operation.js';

export interface Exchange {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly status: number;
  /** Parsed, where it is JSON. */
  readonly body: unknown;
}

/**
 * For tests: tells what an answer has that the reference does not say. Null when it is as described, or its route is
 * not among the described ones.
 */
export const answerChecker = (docs: readonly RouteDocs[]): ((exchange: Exchange) => string | null) => {
  const routes = docs.map((one) => ({
    one,
    pattern: new RegExp(`^${one.path.replace(/\{\w+\}/g, '[^/]+')}$`),
    statuses: new Set(Object.keys(operationOf(one).responses ?? {})),
  }));
  return ({ method, path, status, body }) => {
    const found = routes.find(({ one, pattern }) => one.method === method && pattern.test(path));
    if (!found) return null;
    if (!found.statuses.has(String(status)))
      return `${method} ${found.one.path} answers ${status}, which is not described`;
    const schema = status >= 400 ? problemSchema : found.one.answers[status]?.schema;
    const result = schema?.safeParse(body);
    return result && !result.success
      ? `${method} ${found.one.path} answers ${status} not as described: ${z.prettifyError(result.error)}`
      : null;
  };
};
