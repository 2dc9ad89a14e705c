import { AppError } from '@cds/errors';
import type pg from 'pg';
import { asStatement, type BulkWrite } from './bulk-write.js';
import { prepared } from './statement.js';

export interface GroupCommitOptions {
  /** Statements in flight at once; 2 unless told: one waits for the disk while the other one works. */
  readonly statements?: number;
  /** Writers that are worth one more statement while another one is in flight; 10 unless told. */
  readonly enough?: number;
  /** Most writers in one statement; 100 unless told. */
  readonly writers?: number;
  /** Most writers that wait; 2,000 unless told. One more fails with `AppError` unavailable. */
  readonly waiting?: number;
}

interface Writer {
  readonly key: string;
  readonly writes: readonly BulkWrite[];
  readonly resolve: () => void;
  readonly reject: (reason: unknown) => void;
}

/**
 * Commits the writes of concurrent requests together: those that come while a statement is in flight wait, and go in
 * one statement then, or sooner when there are `enough`. Alone a writer waits for nobody; among many, statement, commit
 * and round trip are shared.
 *
 * Each writer's rows are written all or none, and its outcome is its own: a statement that PostgreSQL refuses is undone
 * and tried in halves, until who is refused is alone. When the connection broke, all of its writers fail, as their
 * outcome is unknown.
 */
export class GroupCommit {
  private readonly queue: Writer[] = [];
  private readonly statements: number;
  private readonly writers: number;
  private readonly waiting: number;
  private readonly enough: number;
  private inFlight = 0;

  constructor(
    private readonly pool: pg.Pool,
    { statements = 2, enough = 10, writers = 100, waiting = 2_000 }: GroupCommitOptions = {},
  ) {
    this.enough = enough;
    this.statements = statements;
    this.writers = writers;
    this.waiting = waiting;
  }

  /** Writers with the same key are never in one statement: the second one sees what the first one did. */
  async commit(key: string, writes: readonly BulkWrite[]): Promise<void> {
    if (this.queue.length >= this.waiting) throw tooBusy();
    const written = new Promise<void>((resolve, reject) => this.queue.push({ key, writes, resolve, reject }));
    if (this.inFlight < this.statements && this.isWorthOne(this.inFlight)) void this.work();
    return written;
  }

  /** Whether who waits is worth a statement beside so many others. */
  private isWorthOne(others: number): boolean {
    return this.queue.length >= (others === 0 ? 1 : this.enough);
  }

  private async work(): Promise<void> {
    this.inFlight += 1;
    // Requests that have arrived are heard first.
    await new Promise(setImmediate);
    while (this.isWorthOne(this.inFlight - 1)) await this.writeGroup(this.takeGroup());
    this.inFlight -= 1;
  }

  private takeGroup(): Writer[] {
    const group = new Map<string, Writer>();
    const later: Writer[] = [];
    while (this.queue.length > 0 && group.size < this.writers) {
      const [writer] = this.queue.splice(0, 1);
      if (!writer) break;
      if (group.has(writer.key)) later.push(writer);
      else group.set(writer.key, writer);
    }
    this.queue.unshift(...later);
    return [...group.values()];
  }

  private async writeGroup(group: readonly Writer[]): Promise<void> {
    try {
      await this.write(group.flatMap(({ writes }) => writes));
      for (const { resolve } of group) resolve();
    } catch (error) {
      if (group.length === 1 || !wasUndone(error)) for (const { reject } of group) reject(error);
      else for (const half of halves(group)) await this.writeGroup(half);
    }
  }

  private async write(writes: readonly BulkWrite[]): Promise<void> {
    const statement = asStatement(writes);
    if (statement) await this.pool.query(prepared(statement));
  }
}

const halves = <T>(all: readonly T[]): T[][] => [all.slice(0, all.length / 2), all.slice(all.length / 2)];

/** PostgreSQL answered that it refused the rows, or that the statement met another one's: nothing of it is there. */
const wasUndone = (error: unknown): boolean => {
  const { severity, code } = error as { severity?: unknown; code?: unknown };
  return severity === 'ERROR' && typeof code === 'string' && UNDONE.has(code.slice(0, 2));
};

/** Data exception, integrity violation, cardinality, transaction rollback (deadlock). */
const UNDONE: ReadonlySet<string> = new Set(['21', '22', '23', '40']);

const tooBusy = (): AppError =>
  new AppError({
    code: 'service.unavailable',
    kind: 'unavailable',
    message: 'Too many writes wait for the database.',
    retryAfterSeconds: 1,
  });
