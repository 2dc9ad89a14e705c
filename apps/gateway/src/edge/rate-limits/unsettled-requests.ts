/** The unsettled requests of a subject. */
interface Unsettled {
  count: number;
  /** Requests that wait for one of them. */
  waiting: number;
  /** Resolves when one of them is settled. */
  readonly next: PromiseWithResolvers<void>;
}

/**
 * Requests that count against a limit until their answer tells whether they do, by the subject of the limit. Where
 * nothing is left, the next request waits for one of them instead of being refused: it may find that the limit was
 * never used up.
 */
export class UnsettledRequests {
  private readonly subjects = new Map<string, Unsettled>();

  /** Of each subject at most `maxWaiting` requests wait at once. */
  constructor(private readonly maxWaiting: number) {}

  /** Each is followed by one `settle`, whatever becomes of the request. */
  begin(subject: string): void {
    const known = this.subjects.get(subject);
    if (known) known.count += 1;
    else this.subjects.set(subject, { count: 1, waiting: 0, next: Promise.withResolvers() });
  }

  settle(subject: string): void {
    const known = this.subjects.get(subject);
    if (!known) return;
    if (known.count === 1) this.subjects.delete(subject);
    else this.subjects.set(subject, { count: known.count - 1, waiting: 0, next: Promise.withResolvers() });
    known.next.resolve();
  }

  /** Resolves when one is settled; undefined when none is open, or when too many requests wait already. */
  nextSettled(subject: string): Promise<void> | undefined {
    const known = this.subjects.get(subject);
    if (!known || known.waiting >= this.maxWaiting) return undefined;
    known.waiting += 1;
    return known.next.promise;
  }
}
