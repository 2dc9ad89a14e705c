import type { Queryable } from '@cds/postgres';
import type pg from 'pg';

/**
 * PostgreSQL works on the first one, and goes on with the next ones whatever this process computes at that moment. Most
 * take a millisecond, and this process may compute for ten.
 */
const SENT_AT_ONCE = 4;

/** A statement waits for those that were sent before it, and each of them may take 15 s. */
const QUERY_TIMEOUT_MS = 65_000;

interface Statement {
  readonly rank: number;
  send(): void;
}

type Text = string | pg.QueryConfig;

/**
 * Gives `work` a connection that several tasks use at the same time, each with a rank. Of the statements that wait,
 * that of the task with the lowest rank is sent next, and those of one task in the order in which it asked for them: in
 * turn, all tasks would read first and write afterwards, and one of two connections would be idle. The next statement
 * is sent as soon as there is an answer, before anybody computes with it. Whatever fails after the first error fails
 * with that one: that the transaction is aborted says nothing. When this returns or fails, all statements have ended.
 */
export const shareConnection = async <T>(
  client: pg.PoolClient,
  work: (connectionOf: (rank: number) => Queryable) => Promise<T>,
): Promise<T> => {
  const turns = new Turns();
  const unanswered = new Set<Promise<unknown>>();
  let failure: { readonly error: unknown } | undefined;
  const send = async (statement: Text, values?: unknown[]): Promise<unknown> => {
    const config = typeof statement === 'string' ? { text: statement, values } : statement;
    try {
      return await client.query(Object.assign({ query_timeout: QUERY_TIMEOUT_MS }, config) as pg.QueryConfig);
    } catch (error) {
      failure ??= { error };
      throw failure.error;
    } finally {
      turns.end();
    }
  };
  const connectionOf = (rank: number): Queryable => {
    const query = (statement: Text, values?: unknown[]): Promise<unknown> => {
      const answer = new Promise((resolve, reject) => {
        turns.take({ rank, send: () => void send(statement, values).then(resolve, reject) });
      });
      unanswered.add(answer);
      void answer.catch(() => undefined).finally(() => unanswered.delete(answer));
      return answer;
    };
    return { query: query as Queryable['query'] };
  };
  setPipeline(client, true);
  try {
    return await work(connectionOf);
  } finally {
    while (unanswered.size > 0) await Promise.allSettled(unanswered);
    setPipeline(client, false);
  }
};

/** An option of `pg` for whole connections. It can be switched while nothing is sent; `COPY` does not work with it. */
const setPipeline = (client: pg.PoolClient, pipeline: boolean): void => {
  Object.assign(client, { pipeline });
};

/** Lets so many statements be sent and not answered, and those that wait for it go by rank. */
class Turns {
  private readonly waiting: Statement[] = [];
  private taken = 0;

  take(statement: Statement): void {
    if (this.taken === SENT_AT_ONCE) this.waiting.push(statement);
    else {
      this.taken += 1;
      statement.send();
    }
  }

  end(): void {
    const next = this.waiting.reduce<Statement | undefined>(
      (first, one) => (first === undefined || one.rank < first.rank ? one : first),
      undefined,
    );
    if (!next) {
      this.taken -= 1;
      return;
    }
    this.waiting.splice(this.waiting.indexOf(next), 1);
    next.send();
  }
}
