import { createHash } from 'node:crypto';

/**
 * One SQL statement with its own parameters $1, $2 … The text is the same each time: values travel as parameters only.
 */
export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** A statement that PostgreSQL parses and plans once per connection. */
export interface PreparedStatement {
  readonly name: string;
  readonly text: string;
  readonly values: unknown[];
}

const names = new Map<string, string>();

/** The same name for the same text, in any process: PostgreSQL keeps at most 63 bytes of it. */
export const prepared = ({ text, values }: Statement): PreparedStatement => {
  let name = names.get(text);
  if (name === undefined) {
    name = createHash('sha256').update(text).digest('base64url');
    names.set(text, name);
  }
  return { name, text, values: [...values] };
};
