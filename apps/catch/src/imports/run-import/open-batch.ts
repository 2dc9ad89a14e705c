import type { FilePosition } from '../import-job.js';
import type { CheckedRow, ImportBatch } from './import-batch.js';

/**
 * Half as many wait for twice as many commits; twice as many gain nothing, and hold back for longer what the relay may
 * read.
 */
const BATCH_LINES = 1_000;
const BATCH_BYTES = 4 * 1_048_576;
/**
 * Letters of different words. A word that is new to the dictionary costs about as many entries of an index as it has
 * letters, and so many of them a quarter of a second, for which the relay waits.
 */
const BATCH_LETTERS = 40_000;

/** A batch that is still being read: it is full once one transaction should not write more. */
export class OpenBatch implements ImportBatch {
  readonly rows: CheckedRow[] = [];
  next: FilePosition;
  /** How many were read, blank ones too. */
  lines = 0;
  private readonly words = new Set<string>();
  private letters = 0;

  constructor(private readonly from: FilePosition) {
    this.next = from;
  }

  add(row: CheckedRow): void {
    this.rows.push(row);
    if ('ready' in row) for (const { word } of row.ready.words) this.addWord(word);
  }

  /** The line was read up to here. */
  reach(next: FilePosition): void {
    this.next = next;
    this.lines += 1;
  }

  get isFull(): boolean {
    return (
      this.lines >= BATCH_LINES ||
      this.next.position - this.from.position >= BATCH_BYTES ||
      this.letters >= BATCH_LETTERS
    );
  }

  private addWord(word: string): void {
    if (this.words.has(word)) return;
    this.words.add(word);
    this.letters += word.length;
  }
}
