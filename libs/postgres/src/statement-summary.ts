/** Texts whose summary is kept: all that have a name (`MAX_NAMED_STATEMENTS`), and some that are put together. */
const MAX_KEPT = 1_000;
/** A group of writes may be long; its first tables tell what it is. */
const MAX_TABLES = 4;
const MAX_READ = 20_000;

const NAME = '"?([a-z_][a-z0-9_.]*)"?';
const WRITES = new RegExp(
  `(?<!\\b(?:FOR|DO|KEY)\\s+)\\b(INSERT INTO|UPDATE|DELETE FROM|MERGE INTO|COPY)\\s+(?:ONLY\\s+)?${NAME}`,
  'gi',
);
const READS = new RegExp(`\\b(?:FROM|JOIN)\\s+(?:ONLY\\s+|LATERAL\\s+)?${NAME}(?![\\w.]|\\s*\\()`, 'gi');
const QUERY_NAMES = new RegExp(`\\b${NAME}\\s*(?:\\([^()]*\\)\\s*)?AS\\s+(?:NOT\\s+)?(?:MATERIALIZED\\s+)?\\(`, 'gi');

/**
 * What a statement does to which tables, such as `SELECT catches anglers` or `INSERT INTO events, UPDATE streams`: its
 * name for people, made of words of SQL and names of tables alone.
 */
export const statementSummary = (text: string): string => {
  const read = text.slice(0, MAX_READ);
  const written = [...read.matchAll(WRITES)].map(([, verb = '', table = '']) => `${verb.toUpperCase()} ${table}`);
  if (written.length > 0) return distinct(written).join(', ');
  const named = new Set([...read.matchAll(QUERY_NAMES)].map(([, name]) => name?.toLowerCase()));
  const tables = [...read.matchAll(READS)].flatMap(([, table = '']) => (named.has(table.toLowerCase()) ? [] : [table]));
  const verb = /[a-z]+/i.exec(read)?.[0].toUpperCase() ?? 'SQL';
  return [verb === 'WITH' ? 'SELECT' : verb, ...distinct(tables)].join(' ');
};

const distinct = (names: readonly string[]): string[] => [...new Set(names)].slice(0, MAX_TABLES);

/** Summaries by text, of a bounded number of texts. */
export class StatementSummaries {
  private readonly kept = new Map<string, string>();

  get size(): number {
    return this.kept.size;
  }

  of(text: string): string {
    const known = this.kept.get(text);
    if (known !== undefined) return known;
    const summary = statementSummary(text);
    if (this.kept.size < MAX_KEPT) this.kept.set(text, summary);
    return summary;
  }
}
