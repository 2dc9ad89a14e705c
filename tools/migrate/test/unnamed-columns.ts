/** Set-returning functions declare their own columns, and a query in parentheses is checked by itself. */
const DECLARES_ITS_COLUMNS = /^\s*FROM\s+(?:(?:ROWS FROM\s*)?\(|unnest\s*\(|jsonb?_to_recordset\s*\()/i;

const UNNAMED: readonly RegExp[] = [
  /\bSELECT\s+(?:ALL\s+|DISTINCT\s+)?\*/gi,
  /(?:\bSELECT\s|,\s*|["'`])\b[a-z_]\w*\.\*(?=[\s,`]|$)/gi,
  /,\s*\*\s+FROM\b/gi,
  /\bRETURNING\s+(?:\w+\.)?\*/gi,
  /\bINSERT\s+INTO\s+[\w.$"{}]+(?:\s+AS\s+\w+)?\s+(?:SELECT|VALUES|TABLE)\b/gi,
  /\bCOPY\s+[\w.$"{}]+\s+(?:FROM|TO)\b/gi,
];

export interface UnnamedColumns {
  readonly line: number;
  readonly text: string;
}

/**
 * Where the SQL of a TypeScript source takes whatever columns a table has. Such a statement changes its result, or
 * means other columns, as soon as a migration widens the table.
 */
export const unnamedColumns = (source: string): UnnamedColumns[] => {
  const code = withoutComments(source);
  return UNNAMED.flatMap((pattern) => [...code.matchAll(pattern)])
    .filter((match) => !declaresItsColumns(match[0], code.slice(match.index + match[0].length)))
    .map((match) => ({ line: code.slice(0, match.index).split('\n').length, text: match[0].trim() }))
    .sort((a, b) => a.line - b.line);
};

const declaresItsColumns = (found: string, rest: string): boolean =>
  /^SELECT/i.test(found) && found.endsWith('*') && !found.includes('.') && DECLARES_ITS_COLUMNS.test(rest);

/** Comments become blank lines, so that the numbers of the lines stay. */
const withoutComments = (source: string): string =>
  source.replace(/^\s*\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, (comment) => comment.replace(/[^\n]/g, ' '));
