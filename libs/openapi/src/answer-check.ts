import { z } from 'zod';
import { problemSchema } from './problem-schema.js';
import type { AnswerDocs, RouteDocs } from './route-docs.js';
import { operationOf } from './operation.js';
import { OTHER_STATUSES } from './problem-answers.js';

export interface Exchange {
  readonly method: string;
  /** With the query, where there was one: `fields` leaves out what is required otherwise. */
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
    const { pathname, searchParams } = new URL(path, 'http://localhost');
    const found = routes.find(({ one, pattern }) => one.method === method && pattern.test(pathname));
    if (!found) return null;
    if (!found.statuses.has(String(status)) && !OTHER_STATUSES.has(status))
      return `${method} ${found.one.path} answers ${status}, which is not described`;
    const schema = status >= 400 ? problemSchema : acceptedOf(found.one.answers[status], searchParams.has('fields'));
    const result = schema?.safeParse(body);
    return result && !result.success
      ? `${method} ${found.one.path} answers ${status} not as described: ${z.prettifyError(result.error)}`
      : null;
  };
};

/** What may be answered, whatever was asked for; where only some fields were, any may be missing. */
const acceptedOf = (answer: AnswerDocs | undefined, isPicked: boolean): z.ZodType | undefined => {
  if (!answer?.schema) return undefined;
  const { schema, alternatives = {} } = answer;
  const formsOf = (one: z.ZodType): z.ZodType => {
    const forms = [one, ...Object.values(alternatives)];
    return z.union(isPicked ? forms.map(withoutRequired) : forms);
  };
  const item = itemOf(schema);
  return item && schema instanceof z.ZodObject ? schema.extend({ data: z.array(formsOf(item)) }) : formsOf(schema);
};

const itemOf = (schema: z.ZodType): z.ZodType | undefined => {
  const data: unknown =
    schema instanceof z.ZodObject && 'next_cursor' in schema.shape ? schema.shape['data'] : undefined;
  return data instanceof z.ZodArray ? (data.element as z.ZodType) : undefined;
};

const withoutRequired = (schema: z.ZodType): z.ZodType => (schema instanceof z.ZodObject ? schema.partial() : schema);
