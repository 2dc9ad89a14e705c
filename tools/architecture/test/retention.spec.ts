import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../../..');

/** `service.table`, for every model of every service. */
const tablesOfServices = (): string[] =>
  readdirSync(join(ROOT, 'apps')).flatMap((app) => {
    const schema = readOrNull(join(ROOT, 'apps', app, 'prisma/schema.prisma'));
    if (schema === null) return [];
    return [...schema.matchAll(/^model \w+ \{[\s\S]*?^\}/gm)].map(([model]) => {
      const table = /@@map\("(\w+)"\)/.exec(model)?.[1];
      if (table === undefined) throw new Error(`a model of ${app} has no table:\n${model}`);
      return `${app}.${table}`;
    });
  });

const readOrNull = (path: string): string | null => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
};

interface Kept {
  readonly table: string;
  readonly cells: readonly string[];
}

/** The rows of the page's tables, under the headings of their services. */
const rowsOfPage = (): Kept[] => {
  let service = '';
  return readFileSync(join(ROOT, 'docs/retention.md'), 'utf8')
    .split('\n')
    .flatMap((line) => {
      service = /^## (.*)$/.exec(line)?.[1] ?? service;
      const [, name, ...cells] = /^\| `/.test(line) ? line.split(/(?<!\\)\|/).map((cell) => cell.trim()) : [];
      return name === undefined ? [] : [{ table: `${service}.${name.replaceAll('`', '')}`, cells: cells.slice(0, 3) }];
    });
};

describe('the page on retention', () => {
  it('has every table of every service once, and no other', () => {
    const listed = rowsOfPage().map(({ table }) => table);
    expect([...listed].sort()).toEqual(tablesOfServices().sort());
  });

  it('tells of each why it grows, how long it is kept and who prunes it', () => {
    const incomplete = rowsOfPage().filter(({ cells }) => cells.length < 3 || cells.includes(''));
    expect(incomplete).toEqual([]);
  });
});
