import type { z } from 'zod';
import { codePoints } from './code-points.js';

type Issue = z.core.$ZodRawIssue;

interface Bounded {
  readonly inclusive?: boolean | undefined;
}

const atLeast = ({ inclusive }: Bounded): string => (inclusive === false ? 'more than' : 'at least');
const atMost = ({ inclusive }: Bounded): string => (inclusive === false ? 'less than' : 'at most');

/** The text of an issue whose schema brings none of its own: names the bound, and the value where it is short. */
const errorMap: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'is required' : `must be ${named(issue.expected)}${butIs(issue.input)}`;
    case 'invalid_value':
      return issue.input === undefined ? 'is required' : `must be ${anyOf(issue.values)}${butIs(issue.input)}`;
    case 'too_small':
      return `must ${measure(issue.origin, issue.minimum, atLeast(issue))}${butMeasures(issue)}`;
    case 'too_big':
      return `must ${measure(issue.origin, issue.maximum, atMost(issue))}${butMeasures(issue)}`;
    case 'invalid_format':
      return `must be ${FORMATS[issue.format] ?? 'of another form'}${butIs(issue.input)}${lostPlus(issue)}`;
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}${butIs(issue.input)}`;
    case 'unrecognized_keys':
      return 'is not known here';
    case 'invalid_union':
      return issue.input === undefined ? 'is required' : `has a form that is not allowed here${butIs(issue.input)}`;
    case 'invalid_key':
      return `has a name that ${issue.issues[0]?.message ?? 'is not allowed'}`;
    case 'invalid_element':
      return 'has an entry that is not allowed';
    case 'custom':
      return issue.message ?? 'is not allowed';
    default:
      return 'is not allowed';
  }
};

const TYPES: Readonly<Record<string, string>> = {
  int: 'a whole number',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  boolean: 'true or false',
  null: 'null',
  never: 'left out',
};

const FORMATS: Readonly<Record<string, string>> = {
  datetime: 'a time in ISO 8601 such as 2026-11-21T09:00:00.000Z',
  date: 'a date such as 2026-11-21',
  email: 'an e-mail address',
  url: 'a URL',
  uuid: 'a UUID',
};

const MAX_SHOWN = 60;

const named = (type: string): string => TYPES[type] ?? `a ${type}`;

/** A value in short, or what kind of value it is. */
const shown = (value: unknown): string | undefined => {
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object' && value !== null) return 'an object';
  if (typeof value !== 'string') return String(value);
  return value.length <= MAX_SHOWN ? JSON.stringify(value) : undefined;
};

const butIs = (value: unknown): string => {
  const text = shown(value);
  return text === undefined ? '' : `, not ${text}`;
};

const anyOf = (values: readonly unknown[]): string => {
  const names = values.map(String);
  return names.length === 1 ? String(names[0]) : `one of ${names.join(', ')}`;
};

const UNITS: Readonly<Record<string, string>> = {
  string: 'character',
  array: 'item',
  set: 'item',
  map: 'entry',
  object: 'field',
};

const measure = (origin: string, bound: number | bigint, relation: string): string => {
  const unit = UNITS[origin];
  return unit === undefined ? `be ${relation} ${bound}` : `have ${relation} ${bound} ${unit}${bound === 1 ? '' : 's'}`;
};

const butMeasures = ({ origin, input }: Issue & { origin?: unknown }): string => {
  if (origin === 'string') return typeof input === 'string' ? `, not ${codePoints(input)}` : '';
  if (origin === 'array') return Array.isArray(input) ? `, not ${input.length}` : '';
  return butIs(input);
};

/** A plus that stands in an address as it is means a space, so that the offset of a time loses it. */
const lostPlus = ({ format, input }: Issue & { format?: unknown }): string =>
  format === 'datetime' && typeof input === 'string' && LOST_PLUS.test(input) ? '; send the + of an offset as %2B' : '';

const LOST_PLUS = /^[\dT:.-]{16,40} \d\d:?\d\d$/;

/** What requests are parsed with: issues tell people what is wrong, and keep the value that it was. */
export const PARSE_OPTIONS = {
  error: errorMap,
  reportInput: true,
} as const satisfies z.core.ParseContext<z.core.$ZodIssue>;
