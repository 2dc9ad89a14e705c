import { setImmediate as otherWork } from 'node:timers/promises';
import type { CatchFilter } from '../../catches/read/catch-list/catch-filter.js';
import type { CatchWalkQuery, WalkedCatches } from '../../catches/read/catch-list/catch-walk.query.js';
import type { IdRange } from '../../catches/read/catch-list/catch-walk.sql.js';
import type { CatchView } from '../../catches/read/catch-view.js';
import type { ExportLines } from './export-lines.js';
import { FIRST_WINDOW, nextWindow } from './walk-window.js';

/**
 * A part ends once it has as many catches or bytes, or has looked at so many catches: then it is another's turn. It
 * also ends after a time, so that it can be written again in about as long when an angler in it is erased.
 */
const PART_MS = 1_000;
const PART_ROWS = 50_000;
const PART_BYTES = 64 * 1_048_576;
const PART_WALKED = 500_000;
/** So many characters are encoded before other work has its turn; a single catch may have nearly as many. */
const PIECE_LENGTH = 262_144;

/** Which catches a part has: with `toId` all of that range, whatever there is; else as many as make a part. */
export interface PartRange extends IdRange {
  readonly isFirst: boolean;
}

/** One part of an export as it is written: its content, and once that has ended what it is. */
export class ExportPart {
  rows = 0;
  walked = 0;
  bytes = 0;
  lastId: string;
  /** Nothing follows in the range. */
  isLast = false;
  /** Whose catches it holds. */
  readonly anglerIds = new Set<string>();
  /** Of whom it may hold something else: their catches are another angler's by now. */
  readonly formerAnglerIds = new Set<string>();
  private window = FIRST_WINDOW;

  constructor(
    private readonly walk: CatchWalkQuery,
    private readonly filter: CatchFilter,
    private readonly viewer: string,
    private readonly lines: ExportLines,
    readonly range: PartRange,
    /** Called before each step. */
    private readonly onStep: () => void,
  ) {
    this.lastId = range.afterId;
  }

  async *content(): AsyncGenerator<Buffer> {
    const endsAt = performance.now() + PART_MS;
    const { isFirst, toId } = this.range;
    if (isFirst && this.lines.head) yield this.counted(this.lines.head);
    while (!this.isLast) {
      this.onStep();
      const step = await this.walk.next(this.filter, { afterId: this.lastId, toId }, this.viewer, this.window);
      const before = this.bytes;
      yield* this.encoded(step.catches);
      this.window = nextWindow(this.window, this.bytes - before);
      this.add(step);
      if (toId === undefined && (this.isFull || performance.now() >= endsAt)) return;
    }
  }

  private get isFull(): boolean {
    return this.rows >= PART_ROWS || this.bytes >= PART_BYTES || this.walked >= PART_WALKED;
  }

  private async *encoded(catches: readonly CatchView[]): AsyncGenerator<Buffer> {
    let piece = '';
    for (const view of catches) {
      piece += this.lines.line(view);
      if (piece.length < PIECE_LENGTH) continue;
      yield this.counted(piece);
      piece = '';
      await otherWork();
    }
    if (piece) yield this.counted(piece);
  }

  private add({ catches, formerAnglerIds, walked, lastId }: WalkedCatches): void {
    this.rows += catches.length;
    this.walked += walked;
    this.lastId = lastId;
    this.isLast = walked === 0;
    for (const { angler } of catches) this.anglerIds.add(angler.id);
    for (const id of formerAnglerIds) this.formerAnglerIds.add(id);
  }

  private counted(text: string): Buffer {
    const bytes = Buffer.from(text);
    this.bytes += bytes.length;
    return bytes;
  }
}
