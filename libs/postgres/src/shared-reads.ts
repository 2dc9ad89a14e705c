interface Load<T> {
  readonly result: Promise<T>;
  /** Aborted when nobody waits for the result any more. */
  readonly ending: AbortController;
  readers: number;
}

/**
 * Equal reads of concurrent requests, together: those that come while one is being loaded wait, and share the next.
 * Alone a reader waits for nobody. What is found was loaded after the read began, so a reader sees every write that was
 * answered before. All who share a load get the same object, or its failure.
 */
export class SharedReads<T> {
  private readonly loading = new Map<string, Load<T>>();
  private readonly next = new Map<string, Load<T>>();

  /**
   * `load` is called once for all who wait; reads with the same `key` must be equal. A reader whose `signal` aborts no
   * longer waits; when no reader is left, the signal that `load` got aborts.
   */
  read(key: string, load: (signal: AbortSignal) => Promise<T>, signal?: AbortSignal): Promise<T> {
    const loading = this.loading.get(key);
    return joined(loading ? this.following(loading, key, load) : this.start(key, load, new AbortController()), signal);
  }

  private following(loading: Load<T>, key: string, load: (signal: AbortSignal) => Promise<T>): Load<T> {
    const waiting = this.next.get(key);
    if (waiting && !waiting.ending.signal.aborted) return waiting;
    const ending = new AbortController();
    const start = (): Promise<T> => {
      if (this.next.get(key) === next) this.next.delete(key);
      ending.signal.throwIfAborted();
      return this.start(key, load, ending).result;
    };
    const next: Load<T> = { result: loading.result.then(start, start), ending, readers: 0 };
    this.next.set(key, next);
    return next;
  }

  private start(key: string, load: (signal: AbortSignal) => Promise<T>, ending: AbortController): Load<T> {
    const result = load(ending.signal).finally(() => {
      if (this.loading.get(key)?.ending === ending) this.loading.delete(key);
    });
    const loading = { result, ending, readers: 0 };
    this.loading.set(key, loading);
    return loading;
  }
}

const joined = async <T>(load: Load<T>, signal: AbortSignal | undefined): Promise<T> => {
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
