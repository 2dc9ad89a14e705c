const MAX_IN_FLIGHT = 2;

interface Group<T> {
  readonly keys: Set<string>;
  readonly found: Promise<ReadonlyMap<string, T>>;
}

/**
 * Reads by key for concurrent requests, together: those that come while two groups are being loaded wait, and go in one
 * group then. Alone a reader waits for nobody. What is found was loaded after it was asked for, so a reader sees every
 * write that was answered before. Readers of one key get the same object; all readers of a group get its failure.
 */
export class GroupRead<T> {
  private gathering: Group<T> | undefined;
  private loading = 0;
  private onTurn: (() => void) | undefined;

  constructor(private readonly load: (keys: readonly string[]) => Promise<ReadonlyMap<string, T>>) {}

  /** Undefined where the key stands for nothing. */
  async read(key: string): Promise<T | undefined> {
    this.gathering ??= this.gather();
    const { keys, found } = this.gathering;
    keys.add(key);
    return (await found).get(key);
  }

  private gather(): Group<T> {
    const keys = new Set<string>();
    return { keys, found: this.loadInTurn(keys) };
  }

  private async loadInTurn(keys: ReadonlySet<string>): Promise<ReadonlyMap<string, T>> {
    // Requests that have arrived are heard first.
    await new Promise(setImmediate);
    if (this.loading >= MAX_IN_FLIGHT) await new Promise<void>((resolve) => (this.onTurn = resolve));
    this.gathering = undefined;
    this.loading += 1;
    try {
      return await this.load([...keys]);
    } finally {
      this.loading -= 1;
      this.onTurn?.();
      this.onTurn = undefined;
    }
  }
}
