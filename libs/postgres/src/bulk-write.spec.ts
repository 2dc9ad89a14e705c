import { asStatement } from './bulk-write.js';

const INSERT = 'INSERT INTO a SELECT * FROM json_to_recordset($1::json) AS r (x int)';
const UPDATE = 'UPDATE b SET x = r.x FROM json_to_recordset($1::json) AS r (x int) WHERE b.y = $1';

describe('writes of the same text', () => {
  it('are one, with the rows of all in their order', () => {
    expect(
      asStatement([
        { text: INSERT, rows: [{ x: 1 }] },
        { text: INSERT, rows: [{ x: 2 }, { x: 3 }] },
      ]),
    ).toEqual({
      text: INSERT,
      values: ['[{"x":1},{"x":2},{"x":3}]'],
    });
  });
});

describe('writes of several texts', () => {
  it('are parts of one statement, each with its own parameter', () => {
    const both = asStatement([
      { text: INSERT, rows: [{ x: 1 }] },
      { text: UPDATE, rows: [{ x: 2 }] },
      { text: INSERT, rows: [{ x: 3 }] },
    ]);
    expect(both).toEqual({
      text: `WITH part_0 AS (${INSERT}), part_1 AS (${UPDATE.replaceAll('$1', '$2')}) SELECT`,
      values: ['[{"x":1},{"x":3}]', '[{"x":2}]'],
    });
  });

  it('are the same statement in any order', () => {
    const [insert, update] = [
      { text: INSERT, rows: [{ x: 1 }] },
      { text: UPDATE, rows: [{ x: 2 }] },
    ];
    expect(asStatement([update, insert])).toEqual(asStatement([insert, update]));
  });

  it('without rows are left out', () => {
    expect(
      asStatement([
        { text: INSERT, rows: [] },
        { text: UPDATE, rows: [{ x: 2 }] },
      ])?.text,
    ).toBe(UPDATE);
    expect(asStatement([{ text: INSERT, rows: [] }])).toBeUndefined();
    expect(asStatement([])).toBeUndefined();
  });
});

describe('a write that cannot be joined with others', () => {
  it.each([
    'INSERT INTO a VALUES (1)',
    'INSERT INTO a SELECT $2 FROM json_to_recordset($1::json) AS r (x int)',
    "INSERT INTO a SELECT '$1' FROM json_to_recordset($1::json) AS r (x int)",
  ])('is refused: %s', (text) => {
    expect(() => asStatement([{ text, rows: [{}] }])).toThrow('must have $1 as its only parameter');
  });
});
