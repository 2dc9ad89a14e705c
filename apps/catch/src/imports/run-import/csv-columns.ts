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

/** Reads the header; fails with `request.invalid` for too many columns, else with everything that is wrong with it. */
export const csvColumns = (header: readonly string[]): CsvColumns => {
  if (header.length > MAX_COLUMNS)
    throw fileRefused(`The header has ${header.length} columns; a CSV file has at most ${MAX_COLUMNS}.`);
  const names = header.map((name) => name.trim());
  const distinct = new Set(names);
  const faults = [
    ...faultOf(
      'names columns that no row can have',
      names.filter((name) => !isKnown(name)),
    ),
    ...faultOf('names columns twice', repeated(names)),
    ...faultOf(
      'lacks columns that every row needs',
      REQUIRED.filter((name) => !distinct.has(name)),
    ),
  ];
  if (faults.length > 0) throw fileRefused(`The header ${faults.join('; it ')}.`);
  return names.map(putterOf);
};

const MAX_NAMED = 20;
const MAX_NAME_LENGTH = 60;

const faultOf = (fault: string, names: readonly string[]): string[] =>
  names.length === 0
    ? []
    : [
        `${fault}: ${[...new Set(names)]
          .slice(0, MAX_NAMED)
          .map((name) => JSON.stringify(name.slice(0, MAX_NAME_LENGTH)))
          .join(', ')}`,
      ];

const repeated = (names: readonly string[]): string[] => {
  const seen = new Set<string>();
  return names.filter((name) => seen.has(name) || !seen.add(name));
};

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
