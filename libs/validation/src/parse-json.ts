import { isUtf8 } from 'node:buffer';
import { AppError, type Violation } from '@cds/errors';
import { FaultyBody } from './faulty-body.js';
import { jsonPointer } from './json-pointer.js';
import { violationsError } from './violations.js';
import { duplicatePointers, type JsonText, syntaxFault } from './json-faults.js';
import { excessMembers, scanJson, withoutDanger } from './json-members.js';

const MAX_DEPTH = 64;
/** Of one object: ten times what any schema takes, and few enough to be named and checked quickly. */
const MAX_MEMBERS = 1_000;
/** Of all objects and lists. JSON.parse takes 200 ms for a megabyte of members, and others wait for as long. */
const MAX_VALUES = 5_000;
const BYTE_ORDER_MARK = 0xfeff;

/**
 * The value of a JSON body; undefined for an empty one. A `FaultyBody` where an object has more than `MAX_MEMBERS`,
 * or where members appear twice (the last value counts) or could reach into a prototype (they are left out). Throws
 * `request.malformed_json` for what is not UTF-8 or not JSON, and `request.invalid` for what nests deeper than
 * `MAX_DEPTH` or has more than `MAX_VALUES`. Those are counted before anything is parsed: what is left takes a few
 * milliseconds for a megabyte and a bounded stack, whatever the body. Of a row of a file, what is malformed is said of
 * the row.
 */
export const parseJson = (body: Buffer, what: JsonText = 'body'): unknown => {
  if (body.length === 0) return undefined;
  if (!isUtf8(body)) throw malformed(`The ${what} is not UTF-8.`);
  const { values, members, widest, depth } = scanJson(body, MAX_VALUES);
  if (values > MAX_VALUES) throw depth > MAX_DEPTH ? tooDeep() : tooManyValues();
  const decoded = body.toString('utf8');
  const text = decoded.charCodeAt(0) === BYTE_ORDER_MARK ? decoded.slice(1) : decoded;
  const value = parsed(text, what);
  if (typeof value !== 'object' || value === null) return value;
  if (depth > MAX_DEPTH) throw tooDeep();
  if (widest > MAX_MEMBERS) return new FaultyBody(tooWide(value), undefined, value);
  const error = violationsError({ invalid: faultsOf(text, value, members) });
  return error ? new FaultyBody(error, value) : value;
};

const parsed = (text: string, what: JsonText): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    const fault = syntaxFault(text, MAX_DEPTH, what);
    throw fault === 'too_deep' ? tooDeep() : malformed(fault.message);
  }
};

const tooDeep = (): AppError => refusedWhole('too_deep', `must nest at most ${MAX_DEPTH} levels deep`);

const tooManyValues = (): AppError =>
  refusedWhole('too_many_members', `must have at most ${MAX_VALUES} members and items of lists in all`);

const refusedWhole = (code: string, detail: string): AppError =>
  new AppError({
    code: 'request.invalid',
    kind: 'invalid',
    message: `The body ${detail}.`,
    violations: [{ code, detail, pointer: '' }],
  });

/** Members that stand a thousand times count, too; then none is over the bound once the text is parsed. */
const tooWide = (value: object): AppError => {
  const detail = `is one of more than ${MAX_MEMBERS} members of its object`;
  const excess = excessMembers(value, MAX_MEMBERS).map((path) => jsonPointer(path));
  return new AppError({
    code: 'request.invalid',
    kind: 'invalid',
    message: `An object of the body has more than ${MAX_MEMBERS} members.`,
    violations: (excess.length > 0 ? excess : ['']).map((pointer) => ({ code: 'too_many_members', detail, pointer })),
  });
};

const malformed = (message: string): AppError =>
  new AppError({ code: 'request.malformed_json', kind: 'invalid', message });

const faultsOf = (text: string, value: object, members: number): Violation[] => {
  const { keys, dangerous } = withoutDanger(value);
  const forbidden = dangerous.map((path) => ({
    code: 'unknown_field',
    detail: 'is not a field',
    pointer: jsonPointer(path),
  }));
  if (keys === members) return forbidden;
  return [
    ...forbidden,
    ...duplicatePointers(text).map((pointer) => ({
      code: 'duplicate_key',
      detail: 'appears more than once in its object',
      pointer,
    })),
  ];
};
