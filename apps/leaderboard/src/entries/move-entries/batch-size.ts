const FIRST = 200;
const LEAST = 20;
const MOST = 2_000;
const AIM_MS = 500;
/** So few that what is computed for them dies young, and so many that a statement is worth its round trip. */
const GROUP = 2_000;
/** A single fast or slow transaction tells little about the next one. */
const [SHRINK, GROW] = [0.5, 1.5];

/** The size of what a transaction does: as much as it takes well below a second for. By default a number of changes. */
export class BatchSize {
  constructor(
    private current = FIRST,
    private readonly least = LEAST,
    private readonly most = MOST,
  ) {}

  get value(): number {
    return this.current;
  }

  /** How many changes of entries are computed and written at once. */
  get group(): number {
    return GROUP;
  }

  /** A batch failed, perhaps as it takes too long: it is tried again in smaller ones, at last of a single change. */
  halve(): void {
    this.current = Math.max(1, Math.floor(this.current / 2));
  }

  /** A batch of `changes` was slow without being full. */
  halveFrom(changes: number): void {
    this.current = Math.max(Math.min(this.least, this.current), Math.min(this.current, Math.floor(changes / 2)));
  }

  /** Takes how long a full batch took. */
  adapt(ms: number): void {
    const factor = Math.min(GROW, Math.max(SHRINK, AIM_MS / ms));
    const least = Math.min(this.least, this.current);
    this.current = Math.min(this.most, Math.max(least, Math.ceil(this.current * factor)));
  }
}
