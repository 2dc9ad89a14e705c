import { isUtf8 } from 'node:buffer';
import { AppError, type Violation } from '@cds/errors';
import { FaultyBody } from '../validation/faulty-body.js';
import { jsonPointer } from '../validation/json-pointer.js';
import { throwIfAny, violationsError } from '../validation/violations.js';
import { duplicatePointers, syntaxFault } from './json-faults.js';
import { scanJson, withoutDanger } from './json-members.js';

const MAX_DEPTH = 64;
const BYTE_ORDER_MARK = 0xfeff;

/**
 * The value of a JSON body; undefined for an empty one. A `FaultyBody` where members stand twice, whose last value
 * counts, or reach into a prototype, and are left out. Throws `request.malformed_json` for what is not UTF-8 or not
 * JSON, and
 * `request.invalid` for what
 * nests over 64 levels deep.
 */
export const parseJson = (body: Buffer): unknown => {
  if (body.length === 0) return undefined;
  if (!isUtf8(body)) throw malformed('The body is not UTF-8.');
  const decoded = body.toString('utf8');
  const text = decoded.charCodeAt(0) === BYTE_ORDER_MARK ? decoded.slice(1) : decoded;
  const value = parsed(text);
  if (typeof value !== 'object' || value === null) return value;
  const error = violationsError({ invalid: faultsOf(text, value) });
  return error ? new FaultyBody(error, value) : value;
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    throw malformed(syntaxFault(text));
  }
};

const malformed = (message: string): AppError =>
  new AppError({ code: 'request.malformed_json', kind: 'invalid', message });

const faultsOf = (text: string, value: object): Violation[] => {
  const { members, depth } = scanJson(text);
  if (depth > MAX_DEPTH)
    throwIfAny({
      invalid: [
        { code: 'too_deep', detail: `nests ${depth} levels deep; at most ${MAX_DEPTH} are taken`, pointer: '' },
      ],
    });
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
      detail: 'stands more than once in its object',
      pointer,
    })),
  ];
};
