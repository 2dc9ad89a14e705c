import { isTransientDatabaseError } from './postgres-errors.js';

/** As Prisma wraps what its driver adapter reports. */
const prismaError = (code: string, cause: object): Error =>
  Object.assign(new Error('Invalid `prisma.species.findMany()` invocation'), {
    code,
    meta: { driverAdapterError: { name: 'DriverAdapterError', cause } },
  });

const withCode = (code: string, more: object = {}): Error => Object.assign(new Error('x'), { code, ...more });

describe('a failure of the database heals by itself', () => {
  test.each([
    ['the connection was refused', withCode('ECONNREFUSED')],
    ['the connection was reset', withCode('ECONNRESET')],
    ['the host name did not resolve just now', withCode('EAI_AGAIN')],
    ['every address refused', new AggregateError([withCode('ECONNREFUSED'), withCode('ECONNREFUSED')])],
    ['the server shuts down', withCode('57P01')],
    ['the server crashed', withCode('57P02')],
    ['the server starts', withCode('57P03')],
    ['the connection failed', withCode('08006')],
    ['there are too many connections', withCode('53300')],
    ['a statement took too long', withCode('57014')],
    ['a transaction idled too long', withCode('25P03')],
    ['the server takes no writes', withCode('25006')],
    ['the database is gone', withCode('3D000')],
    ['the database takes no connections', withCode('55000')],
    ['the disk is full', withCode('53100')],
    ['a serialization failed', withCode('40001')],
    ['there was a deadlock', withCode('40P01')],
    ['a lock could not be had', withCode('55P03')],
    ['the pool had no connection in time', new Error('timeout exceeded when trying to connect')],
    ['the connection ended', new Error('Connection terminated unexpectedly')],
    ['the client was closed', new Error('Client was closed and is not queryable')],
    [
      'Prisma cannot reach the server',
      prismaError('P1001', { kind: 'DatabaseNotReachable', host: '127.0.0.1', port: 1 }),
    ],
    ['Prisma lost its connection', prismaError('P1017', { kind: 'ConnectionClosed' })],
    [
      'Prisma says that the server shuts down',
      prismaError('P2039', { kind: 'postgres', code: '57P01', originalCode: '57P01' }),
    ],
    [
      'Prisma says that a serialization failed',
      prismaError('P2034', { kind: 'TransactionWriteConflict', originalCode: '40001' }),
    ],
    ['it is the cause of another error', new Error('query failed', { cause: withCode('57P01') })],
  ])('when %s', (_case, error) => {
    expect(isTransientDatabaseError(error)).toBe(true);
  });

  test.each([
    ['a unique violation', withCode('23505')],
    ['a missing table', withCode('42P01')],
    ['a value out of range', withCode('22003')],
    ['a wrong password', withCode('28P01')],
    [
      'a unique violation of Prisma',
      prismaError('P2002', { kind: 'UniqueConstraintViolation', originalCode: '23505' }),
    ],
    ['a bug', new Error('x')],
    ['no error', undefined],
    ['a number as code', Object.assign(new Error('x'), { code: 40001 })],
  ])('but not %s', (_case, error) => {
    expect(isTransientDatabaseError(error)).toBe(false);
  });
});
