const MESSAGE = 'Query read timeout';

/**
 * Whether a query failed because its connection was silent for longer than its time-out, as `pg` reports it. Whether
 * PostgreSQL carried it out is unknown, and the connection is of no more use.
 */
export const isQueryTimeout = (error: unknown): boolean => error instanceof Error && error.message === MESSAGE;

/** The error that `isQueryTimeout` recognises, as `pg` itself makes it. */
export const queryTimeout = (): Error => new Error(MESSAGE);
