const UNSAFE = /["\\]/;
const ESCAPED = /["\\]/g;

/**
 * An array as PostgreSQL writes it, for parameters with thousands of elements: pg escapes each element by itself, which
 * takes as long as the query.
 */
export const arrayLiteral = (values: readonly (string | number | null | undefined)[]): string =>
  `{${values.map(elementOf).join(',')}}`;

const elementOf = (value: string | number | null | undefined): string | number => {
  if (typeof value === 'number') return value;
  if (value === null || value === undefined) return 'NULL';
  return `"${UNSAFE.test(value) ? value.replace(ESCAPED, String.raw`\$&`) : value}"`;
};
