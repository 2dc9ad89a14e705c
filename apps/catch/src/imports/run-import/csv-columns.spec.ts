import { csvColumns } from './csv-columns.js';

const refusalOf = (...header: string[]): string => {
  try {
    csvColumns(header);
  } catch (error) {
    return (error as Error).message;
  }
  return '';
};

describe('a header that is refused', () => {
  test('tells unknown columns by their numbers, and what may be meant', () => {
    expect(refusalOf('species', 'weight', 'colour', 'weight_lbs')).toBe(
      'The header names columns that no row can have: column 2 (perhaps "weight_lbs"), column 3.',
    );
  });

  test('tells columns that are there twice: fields by name, metadata by number', () => {
    expect(refusalOf('species', 'weight_lbs', 'species', 'metadata.boat', 'metadata.boat')).toBe(
      'The header names columns twice: "species", column 5.',
    );
  });

  test('quotes nothing of a first line that is a row', () => {
    const said = refusalOf('walleye', '8.4', 'with Zoë at the old dock', 'bait');
    expect(said).toBe(
      'The header names columns that no row can have: column 1, column 2, column 3; it lacks columns that every row ' +
        'needs: "species", "weight_lbs".',
    );
    expect(refusalOf('walleye', '8.4')).toMatch(/needs: "species", "weight_lbs"\. The first line of the file may be/);
  });

  test('names some of many columns', () => {
    const names = Array.from({ length: 30 }, (_, index) => `unknown ${index}`);
    expect(refusalOf('species', 'weight_lbs', ...names)).toMatch(/column 3, .*column 22, and 10 more\.$/);
  });
});
