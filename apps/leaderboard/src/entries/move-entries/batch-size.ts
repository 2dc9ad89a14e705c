const FIRST = 200;
const LEAST = 20;
const MOST = 2_000;
const SHORT_MS = 250;
const LONG_MS = 500;

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

  /** Takes how long a full batch took. */
  adapt(ms: number): void {
    if (ms < SHORT_MS) this.current = Math.min(this.most, Math.ceil(this.current * 1.5));
    else if (ms > LONG_MS) this.current = Math.max(this.least, Math.floor(this.current / 2));
  }
}
