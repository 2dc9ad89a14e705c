import { culpritOf, wasUndone } from './culprit.js';

const writer = (name: string, ...rows: object[]) => ({ name, writes: [{ text: 'INSERT', rows }] });
const refused = (detail: string) => Object.assign(new Error('refused'), { severity: 'ERROR', code: '23505', detail });

describe('the writer to blame', () => {
  const group = [
    writer('a', { stream_id: 's1', version: 5 }),
    writer('b', { stream_id: 's2', version: 5 }, { account_id: 'acc', external_id: 'odd), (id' }),
    writer('c', { stream_id: 's2', version: 6 }),
  ];

  it.each([
    ['Key (stream_id, version)=(s2, 5) already exists.', 'b'],
    ['Key (stream_id, version)=(s2, 6) already exists.', 'c'],
    ['Key (account_id, external_id)=(acc, odd), (id) already exists.', 'b'],
    ['Schlüssel »(stream_id, version)=(s1, 5)« existiert bereits.', 'a'],
    ['Key (stream_id, version)=(s9, 1) already exists.', undefined],
    ['Failing row contains (s1, 5).', undefined],
  ])('by the detail %s is %s', (detail, name) => {
    expect(culpritOf(refused(detail), group)?.name).toBe(name);
  });

  it('is nobody whose key stands in the text of another one', () => {
    const victim = writer(
      'victim',
      { account_id: 'acc_v', external_id: null },
      { account_id: 'acc_v', external_id: 'e' },
    );
    for (const key of ['(account_id, external_id)=(acc_v, null)', '(account_id, external_id)=(acc_v, e)']) {
      const crafted = `) already exists. Key ${key} already exists.`;
      const others = [writer('attacker', { account_id: 'acc_a', external_id: crafted }), victim];
      const detail = `Key (account_id, external_id)=(acc_a, ${crafted}) already exists.`;
      expect(culpritOf(refused(detail), others)?.name).toBe('attacker');
      expect(culpritOf(refused(detail), [victim])).toBeUndefined();
    }
  });

  it('is nobody without a value in a column, whatever the text of another one', () => {
    const group = [writer('null', { account_id: 'acc', external_id: null }), writer('absent', { account_id: 'acc' })];
    for (const text of ['null', 'undefined'])
      expect(culpritOf(refused(`Key (account_id, external_id)=(acc, ${text}) already exists.`), group)).toBeUndefined();
  });

  it('is nobody where different values are written alike', () => {
    const group = [writer('a', { account_id: 'a', name: 'b, c' }), writer('b', { account_id: 'a, b', name: 'c' })];
    expect(culpritOf(refused('Key (account_id, name)=(a, b, c) already exists.'), group)).toBeUndefined();
  });

  it('is the later one of two with the same key', () => {
    const both = [writer('first', { id: 'x' }), writer('second', { id: 'x' })];
    expect(culpritOf(refused('Key (id)=(x) already exists.'), both)?.name).toBe('second');
  });
});

test('a statement that PostgreSQL refused was undone; one whose connection broke may have been carried out', () => {
  expect(wasUndone(refused(''))).toBe(true);
  expect(wasUndone(Object.assign(new Error(), { severity: 'FATAL', code: '57P01' }))).toBe(false);
  expect(wasUndone(new Error('Connection terminated'))).toBe(false);
});
