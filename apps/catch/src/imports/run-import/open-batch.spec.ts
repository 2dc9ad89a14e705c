import type { FirstEvent } from '@cds/event-store';
import type { CheckedRow } from './import-batch.js';
import { OpenBatch } from './open-batch.js';

const START = { position: 0, lines: 0 };

/** A row whose catch tells these words. */
const row = (words: readonly string[]): CheckedRow => ({
  line: 1,
  externalId: null,
  ready: {
    row: '',
    words: words.map((word) => ({ word, account_id: '' })),
    speciesId: 'spc_1',
    anglerId: 'ang_1',
    event: '' as FirstEvent,
  },
});

/** How many rows fill a batch. */
const filledBy = (wordsOf: (index: number) => readonly string[]): number => {
  const batch = new OpenBatch(START);
  while (!batch.isFull) {
    batch.add(row(wordsOf(batch.lines)));
    batch.reach({ position: batch.lines, lines: batch.lines });
  }
  return batch.rows.length;
};

const manyWords = (prefix: string): string[] =>
  Array.from({ length: 400 }, (_, at) => `${prefix}-${at}`.padEnd(10, 'x'));

describe('a batch', () => {
  it('is full with a thousand rows', () => {
    expect(filledBy(() => [])).toBe(1_000);
  });

  it('is full with fewer rows that tell many different words', () => {
    expect(filledBy((index) => manyWords(`${index}`))).toBe(10);
  });

  it('counts each word once', () => {
    expect(filledBy(() => manyWords('same'))).toBe(1_000);
  });

  it('is full with a thousand blank lines, and with four megabytes', () => {
    const batch = new OpenBatch(START);
    for (let line = 1; line < 1_000; line += 1) batch.reach({ position: line, lines: line });
    expect(batch.isFull).toBe(false);
    batch.reach({ position: 1_000, lines: 1_000 });
    expect(batch.isFull).toBe(true);
    const bytes = new OpenBatch(START);
    bytes.reach({ position: 4_194_304, lines: 1 });
    expect(bytes.isFull).toBe(true);
  });
});
