/** One SQL statement with its own parameters $1, $2 … */
export interface Sql {
  text: string;
  values: unknown[];
}

/** The values of one statement; each is named in its text by what `add` answers. */
export class SqlValues {
  readonly values: unknown[] = [];

  add(value: unknown): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }
}

/** That a column is one of these. With one alone an index on the column gives the order behind it as well. */
export const isOneOf = (column: string, wanted: readonly unknown[], values: SqlValues): string =>
  wanted.length === 1 ? `${column} = ${values.add(wanted[0])}` : `${column} = ANY(${values.add(wanted)})`;
