interface Waiting<T> {
  readonly result: Promise<T>;
  /** Aborted when nobody waits for the result any more. */
  readonly ending: AbortController;
  readers: number;
}

type Load<T> = (signal: AbortSignal) => Promise<T>;

/**
 * Equal reads of concurrent requests, together: those that come while one is being loaded wait, and share the next.
 * Alone a reader waits for nobody, except that requests which have arrived are heard before a load begins. What is
 * found was loaded after the read began, so a reader sees every write that was answered before. All who share a load
 * get the same object, or its failure.
 */
export class SharedReads<T> {
  private readonly loading = new Map<string, Promise<T>>();
  private readonly next = new Map<string, Waiting<T>>();

  /**
   * `load` is called once for all who wait; reads with the same `key` must be equal. A reader whose `signal` aborts no
   * longer waits; when no reader is left, the signal that `load` got aborts. Others may join until `turn` resolves,
   * which is called before `load` with the same signal; when it fails, all who wait fail.
   */
  read(key: string, load: Load<T>, signal?: AbortSignal, turn?: Load<void>): Promise<T> {
    return joined(this.waiting(key) ?? this.following(key, load, turn), signal);
  }

  private waiting(key: string): Waiting<T> | undefined {
    const waiting = this.next.get(key);
    return waiting?.ending.signal.aborted ? undefined : waiting;
  }

  private following(key: string, load: Load<T>, turn: Load<void> | undefined): Waiting<T> {
    const ending = new AbortController();
    const ready = begun(ending.signal, this.loading.get(key), turn).finally(() => {
      if (this.next.get(key)?.ending === ending) this.next.delete(key);
    });
    const next = { result: ready.then(() => this.start(key, load, ending.signal)), ending, readers: 0 };
    this.next.set(key, next);
    return next;
  }

  private start(key: string, load: Load<T>, ending: AbortSignal): Promise<T> {
    const result = load(ending).finally(() => {
      if (this.loading.get(key) === result) this.loading.delete(key);
    });
    this.loading.set(key, result);
    return result;
  }
}

const begun = async (
  ending: AbortSignal,
  before: Promise<unknown> | undefined,
  turn: Load<void> | undefined,
): Promise<void> => {
  await before?.catch(() => undefined);
  await new Promise(setImmediate);
  await turn?.(ending);
  ending.throwIfAborted();
};

const joined = async <T>(load: Waiting<T>, signal: AbortSignal | undefined): Promise<T> => {
  load.readers += 1;
  if (!signal) return load.result;
  const leave = (): void => {
    load.readers -= 1;
    if (load.readers === 0) load.ending.abort(signal.reason);
  };
  if (signal.aborted) leave();
  else signal.addEventListener('abort', leave, { once: true });
  try {
    return await load.result;
  } finally {
    signal.removeEventListener('abort', leave);
  }
};
