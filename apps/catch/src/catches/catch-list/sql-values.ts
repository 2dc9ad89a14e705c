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
