import { describe, expect, it } from '@jest/globals';
import { checksOf, differences, libraryModels, migrationsOf, modelsIn, serviceModels } from './library-tables.js';

const copies = libraryModels().flatMap((library) =>
  serviceModels()
    .filter(({ table }) => table === library.table)
    .map((service) => ({ what: `${library.table} in ${service.file}`, library, service })),
);

describe('a table of a library', () => {
  it('is described by one file', () => {
    const tables = libraryModels().map(({ table }) => table);
    expect(tables).toEqual([...new Set(tables)]);
  });

  it('is in the schema of at least one service', () => {
    const used = new Set(copies.map(({ library }) => library.table));
    expect(libraryModels().filter(({ table }) => !used.has(table))).toEqual([]);
  });

  it.each(copies)('$what is as the library describes it, with declared additions alone', ({ library, service }) => {
    expect(differences(library, service)).toEqual([]);
  });

  it.each(copies)('$what has the check constraints of the library', ({ library, service }) => {
    const migrations = migrationsOf(service);
    const missing = checksOf(library).filter(
      (check) => !migrations.includes(`ADD CONSTRAINT ${check.replace(' (', ' CHECK (')}`),
    );
    expect(missing).toEqual([]);
  });
});

describe('a table that two services share', () => {
  it('comes from a library, or is of the same name by chance', () => {
    const counts = new Map<string, number>();
    for (const { table } of serviceModels()) counts.set(table, (counts.get(table) ?? 0) + 1);
    const described = new Set(libraryModels().map(({ table }) => table));
    const shared = [...counts].filter(([table, count]) => count > 1 && !described.has(table)).map(([table]) => table);
    expect(shared.sort()).toEqual([...OWN_TABLES].sort());
  });
});

/** Each service keeps what it needs of anglers, catches, accounts and species by itself, in columns of its own. */
const OWN_TABLES = ['anglers', 'catch_facts', 'deleted_accounts', 'species'];

describe('the comparison', () => {
  const schema = (lines: string): string => `/// Boats.\nmodel Boat {\n${lines}\n\n  @@map("boats")\n}\n`;
  const library = modelsIn('library', schema('  id   String @id\n  name String'));
  const differencesTo = (lines: string) =>
    library.flatMap((one) => modelsIn('service', schema(lines)).flatMap((service) => differences(one, service)));

  it.each([
    ['another type', '  id String @id\n  name Int', ['- name String', '+ name Int']],
    ['a missing column', '  id String @id', ['- name String']],
    [
      'another default',
      '  id String @id\n  name String @default("x")',
      ['- name String', '+ name String @default("x")'],
    ],
    ['an index', '  id String @id\n  name String\n  @@index([name])', ['+ @@index([name])']],
    ['a comment', '  id String @id\n  /// Painted on it.\n  name String', ['+ /// Painted on it.']],
    [
      'an addition without a reason',
      '  id String @id\n  name String\n  @@index([name]) // this service:',
      ['+ @@index([name]) // this service:'],
    ],
    ['another order', '  name String\n  id String @id', ['the lines stand in another order']],
  ])('shows %s', (_what, lines, found) => {
    expect(differencesTo(lines)).toEqual(found);
  });

  it.each([
    ['columns that are aligned otherwise', '  id String @id\n  name    String'],
    [
      'an addition with a reason',
      '  id String @id\n  name String\n  @@index([name]) // this service: lists boats by name',
    ],
  ])('allows %s', (_what, lines) => {
    expect(differencesTo(lines)).toEqual([]);
  });
});
