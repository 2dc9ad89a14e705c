import type { StatementRunner } from '@cds/postgres';
import type { Prisma } from '../generated/client.js';

/**
 * Lets the SQL of a library (an event that is appended, a response that is stored) take part in a transaction of the
 * generated client, so that the transaction needs no second connection.
 */
export const statementsIn = (tx: Prisma.TransactionClient): StatementRunner => ({
  query: ({ text, values }) => tx.$executeRawUnsafe(text, ...values),
});
