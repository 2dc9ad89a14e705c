/**
 * Equal reads of concurrent requests, together: those that come while one is being loaded wait, and share the next.
 * Alone a reader waits for nobody. What is found was loaded after it was asked for, so a reader sees every write that
 * was answered before. All who share a load get the same object, or its failure.
 */
export class SharedReads<T> {
  private readonly loading = new Map<string, Promise<T>>();
  private readonly next = new Map<string, Promise<T>>();

  /** `load` is called once for all who wait; reads with the same `key` must be equal. */
  read(key: string, load: () => Promise<T>): Promise<T> {
    const loading = this.loading.get(key);
    return loading ? (this.next.get(key) ?? this.follow(loading, key, load)) : this.start(key, load);
  }

  private follow(loading: Promise<T>, key: string, load: () => Promise<T>): Promise<T> {
    const start = () => {
      this.next.delete(key);
      return this.start(key, load);
    };
    const next = loading.then(start, start);
    this.next.set(key, next);
    return next;
  }

  private start(key: string, load: () => Promise<T>): Promise<T> {
    const loading = load().finally(() => {
      if (this.loading.get(key) === loading) this.loading.delete(key);
    });
    this.loading.set(key, loading);
    return loading;
  }
}
