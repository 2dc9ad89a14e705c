import type { Violation } from '@cds/errors';
import type { z } from 'zod';
import { jsonPointer } from './json-pointer.js';
import { type KnownNames, knownNamesAt } from './known-names.js';
import { imperialHint, namedElsewhere, nearestName } from './nearest-name.js';

/** Which part of a request a schema reads. */
export type RequestPart =
  | { readonly in: 'body' }
  | { readonly in: 'query' }
  | { readonly in: 'parameter'; readonly name: string };

type Issue = z.core.$ZodIssue;
type Path = readonly PropertyKey[];

/**
 * The violations that zod's issues (of a parse with `PARSE_OPTIONS`) stand for, one per problem, with pointers into the
 * body or names of parameters.
 */
export const violationsOf = (issues: readonly Issue[], part: RequestPart, schema?: z.ZodType): Violation[] =>
  issues.flatMap((issue) => violationsOfIssue(nearest(issue), part, schema));

const violationsOfIssue = (issue: Issue, part: RequestPart, schema: z.ZodType | undefined): Violation[] => {
  if (issue.code === 'unrecognized_keys') {
    const known = schema ? knownNamesAt(schema, issue.path) : NOTHING_KNOWN;
    return issue.keys.map((key, at) => unknownKey([...issue.path, key], part, at < MAX_HINTS ? known : NOTHING_KNOWN));
  }
  if (
    part.in !== 'body' &&
    Array.isArray(issue.input) &&
    (issue.code === 'invalid_type' || issue.code === 'invalid_value')
  ) {
    return [{ code: 'repeated', detail: 'may be given only once', ...placeOf(issue.path, part) }];
  }
  return [{ code: codeOf(issue), detail: issue.message, ...placeOf(issue.path, part) }];
};

const NOTHING_KNOWN: KnownNames = { names: [], readOnly: [] };

/** A problem shows no more errors than this, so that no more are worth a search. */
const MAX_HINTS = 100;

const unknownKey = (path: Path, part: RequestPart, { names, readOnly }: KnownNames): Violation => {
  const name = String(path.at(-1));
  const place = placeOf(path, part);
  if (readOnly.includes(name))
    return { code: 'read_only', detail: 'is read-only: the service sets it. Leave it out', ...place };
  const what = part.in === 'body' ? 'is not a field that can be set here' : 'is not a parameter of this route';
  const near = namedElsewhere(name, names) ?? nearestName(name, names);
  const detail = imperialHint(name, names) ?? (near === undefined ? what : `${what}; did you mean \`${near}\`?`);
  return { code: part.in === 'body' ? 'unknown_field' : 'unknown_parameter', detail, ...place };
};

const placeOf = (path: Path, part: RequestPart): { pointer: string } | { parameter: string } => {
  if (part.in === 'body') return { pointer: jsonPointer(path) };
  return { parameter: part.in === 'query' ? String(path[0] ?? '') : part.name };
};

/**
 * In place of "no branch of the union fits": the problem in the branch that fits best, if one gets past the first
 * level.
 */
const nearest = (issue: Issue): Issue => {
  if (issue.code !== 'invalid_union') return issue;
  const inner = issue.errors
    .flatMap((branch) => branch.slice(0, 1))
    .toSorted((one, other) => other.path.length - one.path.length)[0];
  if (!inner || inner.path.length === 0) return issue;
  return nearest({ ...inner, path: [...issue.path, ...inner.path] });
};

/** Codes are part of the API: they never change. */
const codeOf = (issue: Issue): string => {
  switch (issue.code) {
    case 'invalid_type':
    case 'invalid_union':
      return issue.input === undefined ? 'required' : 'type';
    case 'invalid_value':
      return issue.input === undefined ? 'required' : 'enum';
    case 'too_small':
    case 'too_big':
      return issue.code;
    case 'invalid_format':
      return 'format';
    case 'not_multiple_of':
      return 'multiple';
    case 'unrecognized_keys':
      return 'unknown_field';
    case 'invalid_key':
    case 'invalid_element':
      return 'key';
    case 'custom':
      return typeof issue.params?.['code'] === 'string' ? issue.params['code'] : 'invalid';
  }
};
