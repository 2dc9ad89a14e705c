import { messageOf } from '@cds/errors';
import { parse } from 'csv-parse/sync';
import type { z } from 'zod';
import type { SpeciesFacts } from '../species.events.js';
import { CATALOGUE_COLUMNS, catalogueRow } from './catalogue-row.js';

/** A catalogue that was refused whole, with everything that is wrong in it, line by line. */
export class InvalidCatalogue extends Error {
  constructor(readonly problems: readonly string[]) {
    super(`the catalogue has ${String(problems.length)} ${problems.length === 1 ? 'problem' : 'problems'}`);
    this.name = 'InvalidCatalogue';
  }
}

interface Line {
  number: number;
  cells: readonly string[];
}

/**
 * Reads a catalogue in CSV (RFC 4180, UTF-8, one species a row). Throws `InvalidCatalogue`; half a catalogue is never
 * returned.
 */
export const readCatalogue = (csv: string): SpeciesFacts[] => {
  const [header, ...lines] = linesOf(csv);
  if (header === undefined || header.cells.join() !== CATALOGUE_COLUMNS.join()) {
    throw new InvalidCatalogue([`line 1: the columns must be ${CATALOGUE_COLUMNS.join(',')}`]);
  }
  const problems: string[] = [];
  const species: (SpeciesFacts & { line: number })[] = [];
  for (const { number, cells } of lines) {
    const row = catalogueRow.safeParse(
      Object.fromEntries(cells.map((cell, at) => [CATALOGUE_COLUMNS[at] ?? `column ${String(at + 1)}`, cell])),
    );
    if (row.success) species.push({ ...row.data, line: number });
    else problems.push(...row.error.issues.map((issue) => `line ${String(number)}: ${describe(issue)}`));
  }
  problems.push(...repeated(species, 'scientificName'), ...repeated(species, 'commonName'));
  if (problems.length > 0) throw new InvalidCatalogue(problems);
  return species.map(({ line: _, ...facts }) => facts);
};

const linesOf = (csv: string): Line[] => {
  const lines: Line[] = [];
  try {
    parse(csv, {
      bom: true,
      relax_column_count: true,
      skip_empty_lines: true,
      on_record: (cells: string[], info) => void lines.push({ number: info.lines, cells }),
    });
  } catch (error) {
    throw new InvalidCatalogue([messageOf(error)]);
  }
  return lines;
};

const describe = (issue: z.core.$ZodIssue): string => {
  const column = issue.path[0];
  return column === undefined ? issue.message : `${String(column)} ${issue.message}`;
};

const repeated = (
  species: readonly (SpeciesFacts & { line: number })[],
  key: 'scientificName' | 'commonName',
): string[] => {
  const firstLine = new Map<string, number>();
  return species.flatMap(({ line, [key]: name }) => {
    const first = firstLine.get(name.toLowerCase());
    if (first === undefined) firstLine.set(name.toLowerCase(), line);
    return first === undefined
      ? []
      : [`line ${String(line)}: ${JSON.stringify(name)} is on line ${String(first)} already`];
  });
};
