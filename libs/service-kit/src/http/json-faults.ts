import jsonc, { type ParseError } from 'jsonc-parser';
import { jsonPointer } from '../validation/json-pointer.js';

/** Where and why a text is not JSON, for a person: "a value is expected at line 1, column 7". */
export const syntaxFault = (text: string): string => {
  const errors: ParseError[] = [];
  jsonc.parse(text, errors, { disallowComments: true, allowTrailingComma: false, allowEmptyContent: false });
  const [first] = errors;
  if (!first) return 'The body is not valid JSON.';
  const before = text.slice(0, first.offset).split('\n');
  return `${REASONS[first.error] ?? 'Something unexpected stands'} at line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}.`;
};

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
  9: 'The end of the body is expected',
  10: 'A comment is not allowed',
  12: 'A string is not closed',
  13: 'A number is not finished',
  14: 'An invalid \\u escape stands',
  15: 'An invalid escape stands',
  16: 'An invalid character stands',
};

/** The pointers of members that stand twice or more in their object. */
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
