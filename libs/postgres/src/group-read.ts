import { within } from '@cds/errors';
import { queryTimeout } from './query-timeout.js';

export interface GroupReadOptions {
  /** A load without a result for so long no longer holds others up. Default: `SLOW_AFTER_MS`. */
  readonly slowAfterMs?: number;
  /** The readers of a load fail with `isQueryTimeout` after so long. Default: `DEADLINE_MS`. */
  readonly deadlineMs?: number;
  /** Called when a load is slow, as its connection may have gone silent. */
  readonly onSlow?: () => void;
}

const MAX_IN_FLIGHT = 2;
const SLOW_AFTER_MS = 2_000;
/** Below the time that the gateway waits for an answer. */
const DEADLINE_MS = 9_000;

interface Group<T> {
  readonly keys: Set<string>;
  readonly found: Promise<ReadonlyMap<string, T>>;
}

/**
 * Reads by key for concurrent requests, together: those that come while two groups are being loaded wait, and go in one
 * group then. Alone a reader waits for nobody. What is found was loaded after the read began, so a reader sees every
 * write that was answered before. Readers of one key get the same object; all readers of a group get its failure.
 */
export class GroupRead<T> {
  private gathering: Group<T> | undefined;
  private loading = 0;
  private onTurn: (() => void) | undefined;

  constructor(
    private readonly load: (keys: readonly string[]) => Promise<ReadonlyMap<string, T>>,
    private readonly options: GroupReadOptions = {},
  ) {}

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
    const { slowAfterMs = SLOW_AFTER_MS, deadlineMs = DEADLINE_MS, onSlow } = this.options;
    let isDone = false;
    const done = (): void => {
      if (isDone) return;
      isDone = true;
      this.loading -= 1;
      this.onTurn?.();
      this.onTurn = undefined;
    };
    const slow = setTimeout(() => {
      onSlow?.();
      done();
    }, slowAfterMs);
    try {
      return await within(this.load([...keys]), deadlineMs, queryTimeout);
    } finally {
      clearTimeout(slow);
      done();
    }
  }
}
