import { describe, expect, test } from '@jest/globals';
import { violates } from './violates.js';

const pgError = (fields: object): Error => Object.assign(new Error('refused'), fields);
/** As `@prisma/adapter-pg` reports an error, inside the error of the client. */
const prismaError = (cause: object): Error =>
  Object.assign(new Error('Raw query failed'), {
    code: 'P2010',
    meta: { driverAdapterError: Object.assign(new Error('DriverAdapterError'), { cause }) },
  });
const checkMessage = 'new row for relation "boats" violates check constraint "boats_has_a_name"';

describe('a violation', () => {
  test.each([
    ['of a unique index', pgError({ code: '23505', constraint: 'boats_name_key' }), 'boats_name_key'],
    ['of a check', pgError({ code: '23514', constraint: 'boats_has_a_name' }), 'boats_has_a_name'],
    [
      'that caused another error',
      new Error('x', { cause: pgError({ code: '23505', constraint: 'boats_name_key' }) }),
      'boats_name_key',
    ],
    [
      'of a unique index, by Prisma',
      prismaError({
        originalCode: '23505',
        kind: 'UniqueConstraintViolation',
        constraint: { index: 'boats_name_key' },
      }),
      'boats_name_key',
    ],
    [
      'of a foreign key, by Prisma',
      prismaError({
        originalCode: '23503',
        kind: 'ForeignKeyConstraintViolation',
        constraint: { index: 'boats_harbour_id_fkey' },
      }),
      'boats_harbour_id_fkey',
    ],
    [
      'of a check, by Prisma',
      prismaError({ originalCode: '23514', kind: 'postgres', code: '23514', message: checkMessage }),
      'boats_has_a_name',
    ],
  ])('%s is recognised by the name of its constraint', (_what, error, name) => {
    expect(violates(error, name)).toBe(true);
    expect(violates(error, 'boats_has_a')).toBe(false);
    expect(violates(error, 'events_pkey')).toBe(false);
  });

  test.each([
    ['an error without a code', new Error('boats_name_key')],
    ['another failure that names it', pgError({ code: '42704', constraint: 'boats_name_key' })],
    ['another failure by Prisma', prismaError({ kind: 'postgres', code: '42P01', message: 'boats_name_key' })],
    ['no error', undefined],
  ])('is not %s', (_what, error) => {
    expect(violates(error, 'boats_name_key')).toBe(false);
  });
});
