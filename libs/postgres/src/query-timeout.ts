const MESSAGE = 'Query read timeout';

/**
 * Whether a query failed because its connection was silent for longer than its time-out, as `pg` reports it. Whether
 * PostgreSQL carried it out is unknown, and the connection is of no more use.
 */
export const isQueryTimeout = (error: unknown): boolean => error instanceof Error && error.message === MESSAGE;

/** The error that `isQueryTimeout` recognises, as `pg` itself makes it. */
export const queryTimeout = (): Error => new Error(MESSAGE);

/** The outcome of `work`, or the error of a query time-out once `ms` have passed; `work` itself goes on. */
export const withDeadline = async <T>(ms: number, work: Promise<T>): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(queryTimeout()), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
};
