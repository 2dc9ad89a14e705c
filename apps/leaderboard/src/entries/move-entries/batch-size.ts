const FIRST = 200;
const LEAST = 20;
const MOST = 2_000;
const SHORT_MS = 250;
const LONG_MS = 500;

/** The number of changes that a transaction applies: as many as it takes well below a second for. */
export class BatchSize {
  constructor(private current = FIRST) {}

  get value(): number {
    return this.current;
  }

  /** Takes how long a full batch took. */
  adapt(ms: number): void {
    if (ms < SHORT_MS) this.current = Math.min(MOST, Math.ceil(this.current * 1.5));
    else if (ms > LONG_MS) this.current = Math.max(LEAST, Math.floor(this.current / 2));
  }
}
