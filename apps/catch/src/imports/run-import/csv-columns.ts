import { nearestName } from '@cds/validation';
import { CATCH_FIELDS } from '../../catches/rules/catch-fields.js';
import { LOCATION_FIELDS } from '../../catches/rules/location-fields.js';
import { namesWhere, partsWhere } from '../../catches/rules/fields-where.js';
import { fileRefused } from '../import.errors.js';
import { MAX_COLUMNS } from '../import-limits.js';

type Put = (body: Record<string, unknown>, cell: string) => void;

/** What each column of a CSV file adds to the body of its row, in the order of the header. */
export type CsvColumns = readonly Put[];

const LOCATION = Object.keys(LOCATION_FIELDS).map((part) => `location.${part}`);
const FIELDS = Object.values(CATCH_FIELDS).flatMap(({ name, cell }) => (cell === 'columns' ? [] : [name]));
const KNOWN: ReadonlySet<string> = new Set([...FIELDS, ...LOCATION]);
const REQUIRED: readonly string[] = namesWhere({ presence: 'required' });
const NUMBERS: ReadonlySet<string> = new Set([
  ...namesWhere({ cell: 'number' }),
  ...partsWhere({ cell: 'number' }).map((part) => `location.${part}`),
]);
const BOOLEANS: ReadonlySet<string> = new Set(namesWhere({ cell: 'boolean' }));
const METADATA = 'metadata.';

/**
 * Reads the header; fails with `request.invalid` for too many columns, else with everything that is wrong with it. The
 * file may have no header, and its first line then tells of a catch: nothing is quoted but names that are known.
 */
export const csvColumns = (header: readonly string[]): CsvColumns => {
  if (header.length > MAX_COLUMNS)
    throw fileRefused(`The header has ${header.length} columns; a CSV file has at most ${MAX_COLUMNS}.`);
  const names = header.map((name) => name.trim());
  const faults = [
    ...faultOf('names columns that no row can have', unknownIn(names)),
    ...faultOf('names columns twice', repeatedIn(names)),
    ...faultOf('lacks columns that every row needs', REQUIRED.filter((name) => !names.includes(name)).map(quoted)),
  ];
  const hint = names.some(isKnown) ? '' : ' The first line of the file may be no header.';
  if (faults.length > 0) throw fileRefused(`The header ${faults.join('; it ')}.${hint}`);
  return names.map(putterOf);
};

const MAX_NAMED = 20;

const faultOf = (fault: string, columns: readonly string[]): string[] => {
  if (columns.length === 0) return [];
  const more = columns.length > MAX_NAMED ? `, and ${columns.length - MAX_NAMED} more` : '';
  return [`${fault}: ${columns.slice(0, MAX_NAMED).join(', ')}${more}`];
};

/** By their numbers, with the known names that may be meant. */
const unknownIn = (names: readonly string[]): string[] =>
  names.flatMap((name, index) => {
    if (isKnown(name)) return [];
    const near = nearestName(name, [...KNOWN]);
    return [`${columnAt(index)}${near === undefined ? '' : ` (perhaps ${quoted(near)})`}`];
  });

/** Without those that no row can have: these are reported in any case. */
const repeatedIn = (names: readonly string[]): string[] => {
  const repeated = names.flatMap((name, index) => {
    if (!isKnown(name) || names.indexOf(name) === index) return [];
    return [KNOWN.has(name) ? quoted(name) : columnAt(index)];
  });
  return [...new Set(repeated)];
};

const columnAt = (index: number): string => `column ${index + 1}`;

const quoted = (name: string): string => JSON.stringify(name);

const isKnown = (name: string): boolean =>
  KNOWN.has(name) || (name.startsWith(METADATA) && name.length > METADATA.length && name !== 'metadata.__proto__');

const putterOf = (name: string): Put => {
  const [group = '', ...rest] = name.split('.');
  const field = rest.join('.');
  const read = NUMBERS.has(name) ? numberOf : BOOLEANS.has(name) ? booleanOf : textOf;
  if (field === '') return (body, cell) => void (body[name] = read(cell));
  return (body, cell) => {
    const nested = (body[group] ??= {}) as Record<string, unknown>;
    nested[field] = read(cell);
  };
};

const DECIMAL = /^[+-]?\d{1,15}(\.\d{1,15})?$/;

const textOf = (cell: string): unknown => cell;

/** What is not a number stays text, so that the schema refuses it as such. */
const numberOf = (cell: string): unknown => (DECIMAL.test(cell.trim()) ? Number(cell) : cell);

const booleanOf = (cell: string): unknown => {
  const word = cell.trim().toLowerCase();
  return word === 'true' ? true : word === 'false' ? false : cell;
};
