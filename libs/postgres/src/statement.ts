import { createHash } from 'node:crypto';

/**
 * One SQL statement with its own parameters $1, $2 … The text is the same each time: values travel as parameters
 * only.
 */
export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** A statement that PostgreSQL parses and plans once per connection, or each time where it has no name. */
export interface PreparedStatement {
  readonly name?: string;
  readonly text: string;
  readonly values: unknown[];
}

/** More texts than the product names on purpose; see `StatementNames`. */
export const MAX_NAMED_STATEMENTS = 400;

/**
 * Names for statement texts. PostgreSQL and node-pg keep every named statement for as long as its connection lives, so
 * the texts that are named must be a closed list. As a safeguard at most `max` texts get a name: any further text is
 * sent without one, which costs it a plan each time and costs nobody memory.
 */
export class StatementNames {
  private readonly names = new Map<string, string>();

  constructor(private readonly max: number) {}

  get size(): number {
    return this.names.size;
  }

  /** The same name for the same text in any process, within PostgreSQL's limit of 63 bytes; undefined beyond `max`. */
  nameOf(text: string): string | undefined {
    const known = this.names.get(text);
    if (known !== undefined || this.names.size >= this.max) return known;
    const name = createHash('sha256').update(text).digest('base64url');
    this.names.set(text, name);
    return name;
  }
}

/** The names that `prepared` gives in this process. */
export const statementNames = new StatementNames(MAX_NAMED_STATEMENTS);

/**
 * Names a statement, so that each connection plans it once. Only for texts of a closed list: constants, and what a few
 * settings choose among. A text that a request puts together from its filters must go unnamed.
 */
export const prepared = ({ text, values }: Statement, names = statementNames): PreparedStatement => {
  const name = names.nameOf(text);
  return { ...(name !== undefined && { name }), text, values: [...values] };
};
