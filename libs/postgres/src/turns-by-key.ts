import { AppError } from '@cds/errors';

const MAX_WAITING = 100;

/**
 * Runs work on one key one after the other, in the order of its arrival, and work on different keys at once. Within one
 * process alone: what other processes do at the same time must be noticed in the database.
 */
export class TurnsByKey {
  private readonly waiting = new Map<string, (() => void)[]>();

  /** `maxWaiting`: how many may wait for one key. */
  constructor(private readonly maxWaiting = MAX_WAITING) {}

  /** What `work` resolves or rejects with. Fails with the conflict `resource.conflict` when too many wait already. */
  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const queue = this.waiting.get(key);
    if (!queue) this.waiting.set(key, []);
    else if (queue.length >= this.maxWaiting) throw tooManyChanges();
    else await new Promise<void>((resolve) => queue.push(resolve));
    try {
      return await work();
    } finally {
      this.next(key);
    }
  }

  private next(key: string): void {
    const begin = this.waiting.get(key)?.shift();
    if (begin) begin();
    else this.waiting.delete(key);
  }
}

const tooManyChanges = (): AppError =>
  new AppError({
    code: 'resource.conflict',
    kind: 'conflict',
    message: 'Too many other requests change this at the same moment.',
  });
