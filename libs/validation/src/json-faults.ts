import jsonc, { type ParseErrorCode } from 'jsonc-parser';
import { jsonPointer } from './json-pointer.js';

/** What a text is called in errors. A row is a single line, so that no error has to name the line. */
export type JsonText = 'body' | 'row';

/** What keeps a text from being JSON: it nests too deep, or breaks the grammar at a certain place. */
export type SyntaxFault = 'too_deep' | { readonly message: string };

/**
 * The first fault of a text that is not JSON: "A value is expected at line 1, column 7". Nothing is read beyond it, so
 * the recursion of jsonc-parser never goes deeper than `maxDepth` levels, whatever brackets follow.
 */
export const syntaxFault = (text: string, maxDepth: number, what: JsonText): SyntaxFault => {
  let depth = 0;
  let fault: SyntaxFault = { message: `The ${what} is not valid JSON.` };
  const end = (found: SyntaxFault): never => {
    fault = found;
    throw STOP;
  };
  const enter = (): void => void ((depth += 1) > maxDepth && end('too_deep'));
  const leave = (): void => void (depth -= 1);
  try {
    jsonc.visit(
      text,
      {
        onObjectBegin: enter,
        onObjectEnd: leave,
        onArrayBegin: enter,
        onArrayEnd: leave,
        onError: (error, offset) => end({ message: messageOf(text, error, offset, what) }),
      },
      { disallowComments: true, allowTrailingComma: false, allowEmptyContent: false },
    );
  } catch (error) {
    if (error !== STOP) throw error;
  }
  return fault;
};

/** Ends a visit early; jsonc-parser has no other way. */
const STOP = new Error('The first fault was found.');

const NEWLINE = 0x0a;

const messageOf = (text: string, error: ParseErrorCode, offset: number, what: JsonText): string => {
  const reason = error === END_EXPECTED ? `The end of the ${what} is expected` : (REASONS[error] ?? UNKNOWN);
  if (what === 'row') return `${reason} at column ${offset + 1}.`;
  let line = 1;
  let lineStart = 0;
  for (let at = 0; at < offset; at += 1) {
    if (text.charCodeAt(at) !== NEWLINE) continue;
    line += 1;
    lineStart = at + 1;
  }
  return `${reason} at line ${line}, column ${offset - lineStart + 1}.`;
};

const END_EXPECTED = 9;
const UNKNOWN = 'Something unexpected stands';

/** By jsonc-parser's ParseErrorCode. */
const REASONS: Readonly<Record<number, string>> = {
  1: 'An invalid word stands',
  2: 'An invalid number stands',
  3: 'A member name in double quotes is expected',
  4: 'A value is expected',
  5: 'A colon is expected',
  6: 'A comma is expected',
  7: 'A closing brace is expected',
  8: 'A closing bracket is expected',
  10: 'A comment is not allowed',
  12: 'A string is not closed',
  13: 'A number is not finished',
  14: 'An invalid \\u escape stands',
  15: 'An invalid escape stands',
  16: 'An invalid character stands',
};

/** The pointers of members that appear twice or more in their object. */
export const duplicatePointers = (text: string): string[] => {
  const duplicates = new Set<string>();
  const objects: Set<string>[] = [];
  jsonc.visit(text, {
    onObjectBegin: () => void objects.push(new Set()),
    onObjectEnd: () => void objects.pop(),
    onObjectProperty: (name, _offset, _length, _line, _character, pathOf) => {
      const names = objects.at(-1);
      if (names?.has(name)) duplicates.add(jsonPointer([...pathOf(), name]));
      names?.add(name);
    },
  });
  return [...duplicates];
};
