import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { unnamedColumns } from './unnamed-columns.js';

const ROOT = join(import.meta.dirname, '..', '..', '..');

/** Documents and schemas of requests name kinds of events such as `catch.*`, and have no SQL. */
const WITHOUT_SQL = /\.(docs|schemas)\.ts$/;

/** Their stars stand for the columns of a query in parentheses; the statement around it names what it answers. */
const DERIVED_TABLES_ONLY = [
  'libs/event-store/src/read-log.ts',
  'libs/listing/src/list-page.ts',
  'libs/postgres/src/keyset.sql.ts',
];

const sourcesIn = (folder: string): string[] =>
  readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((project) => {
    const path = `${folder}/${project.name}/src`;
    if (!existsSync(join(ROOT, path))) return [];
    return readdirSync(join(ROOT, path), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.spec.ts') && !name.startsWith('generated/'))
      .map((name) => `${path}/${name}`);
  });

describe('SQL in the sources of apps and libraries', () => {
  it('names the columns that it reads and writes', () => {
    const found = ['apps', 'libs']
      .flatMap(sourcesIn)
      .filter((path) => !WITHOUT_SQL.test(path) && !DERIVED_TABLES_ONLY.includes(path))
      .flatMap((path) =>
        unnamedColumns(readFileSync(join(ROOT, path), 'utf8')).map(({ line, text }) => `${path}:${line} ${text}`),
      );
    expect(found).toEqual([]);
  });
});

describe('the check of column names', () => {
  it.each([
    ['a star of a table', '`SELECT * FROM catches`'],
    ['a star across lines', '`SELECT\n  * FROM catches`'],
    ['a star among columns', '`SELECT count(*) AS found, * FROM catches`'],
    ['the star of an alias', '`SELECT c.*, a.name FROM catches c`'],
    ['the star of an alias behind a column', '`SELECT a.name, c.* FROM catches c`'],
    ['a list that begins with the star of an alias', "const NAMED = 'c.*, a.name';"],
    ['a row that is returned whole', '`UPDATE imports SET lease = $1 RETURNING *`'],
    ['an insert without a list of columns', '`INSERT INTO catches SELECT id FROM old`'],
    ['an insert of values without a list of columns', '`INSERT INTO catches AS c VALUES ($1)`'],
    ['an insert into a table that a variable names', '`INSERT INTO rebuild.${table} SELECT id FROM old`'],
    ['a copy without a list of columns', '`COPY catches FROM STDIN`'],
    ['the rows of a table’s type', '`SELECT * FROM jsonb_populate_recordset(NULL::catches, $1)`'],
  ])('finds %s', (_, source) => {
    expect(unnamedColumns(source)).toHaveLength(1);
  });

  it.each([
    ['named columns', '`SELECT c.id, a.name FROM catches c`'],
    ['a count', '`SELECT count(*)::int AS count FROM catches`'],
    ['declared columns of arrays', '`INSERT INTO a (x, y) SELECT * FROM unnest($1::text[], $2::int[])`'],
    ['declared columns of JSON', '`INSERT INTO a (x) SELECT * FROM jsonb_to_recordset($1::jsonb) AS r (x int)`'],
    ['columns of a query in parentheses', '`SELECT * FROM (${parts}) parts`'],
    ['patterns of event types', "['*', 'catch.*', 'verification.*']"],
    ['a copy of named columns', "`COPY ${table} (${columns.join(', ')}) FROM STDIN`"],
    ['comments', '/** A row of `SELECT * FROM catches`. */\n// SELECT * FROM catches'],
  ])('allows %s', (_, source) => {
    expect(unnamedColumns(source)).toEqual([]);
  });

  it('tells the line', () => {
    expect(unnamedColumns('/**\n * Why.\n */\nconst a = `SELECT id,\n  c.* FROM catches c`;')).toEqual([
      { line: 4, text: ',\n  c.*' },
    ]);
  });
});
