import type { Queryable } from '@cds/postgres';

interface Statement {
  readonly rank: number;
  send(): void;
}

/**
 * A connection that several tasks use at the same time: a statement is sent when the one before it was answered, and
 * before anybody goes on with that answer, so that PostgreSQL works on the statement of one task while another one
 * computes. Of the statements that wait, that of the task with the lowest rank is next: in turn, all tasks would read
 * first and write afterwards, and one of two connections would be idle.
 */
export const oneAtATime = (connection: Queryable): ((rank: number) => Queryable) => {
  const waiting: Statement[] = [];
  let isBusy = false;
  const sendNext = (): void => {
    const next = waiting.reduce<Statement | undefined>(
      (first, one) => (first === undefined || one.rank < first.rank ? one : first),
      undefined,
    );
    isBusy = next !== undefined;
    if (!next) return;
    waiting.splice(waiting.indexOf(next), 1);
    next.send();
  };
  return (rank) => {
    const query = async (...args: unknown[]): Promise<unknown> => {
      if (isBusy) await new Promise<void>((send) => waiting.push({ rank, send }));
      else isBusy = true;
      try {
        return await (connection.query as (...given: unknown[]) => Promise<unknown>)(...args);
      } finally {
        sendNext();
      }
    };
    return { query: query as Queryable['query'] };
  };
};
