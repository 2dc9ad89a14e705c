import type { Scope } from '@cds/contracts';
import { AppError } from '@cds/errors';
import { newId } from '@cds/service-kit';
import type { Queryable } from '@cds/postgres';
import type { Person, Prisma } from '../../generated/client.js';
import { emailSchema } from './email.js';
import { passwordFault } from './passwords/password-rules.js';
import { hashPassword } from './passwords/passwords.js';
import { ORDINARY_SCOPES } from './scopes-of-people.js';

/** A transaction of Prisma's, or of a client of the pool. */
export type AnyTransaction = Prisma.TransactionClient | Queryable;

export interface NewPerson {
  readonly accountId: string;
  readonly email: string;
  readonly password: string;
  /** The default is those of an ordinary account. */
  readonly scopes?: readonly Scope[];
}

/**
 * Adds somebody who can sign in for an account, with an address that nobody has confirmed yet. Fails with
 * `request.invalid`
 * (pointers `/email` and `/password`, both at once) or `person.email_taken`, without breaking the transaction.
 */
export const addPerson = async (tx: AnyTransaction, { password, email, ...person }: NewPerson): Promise<Person> => {
  const address = checked(email, password);
  return insertPerson(tx, {
    ...person,
    email: address,
    passwordHash: await hashPassword(password),
    emailConfirmedAt: null,
  });
};

export interface CheckedPerson extends Omit<NewPerson, 'password'> {
  /** Null for who signs in through an outside provider alone. */
  readonly passwordHash: string | null;
  readonly emailConfirmedAt: Date | null;
}

/** The same when address and password were checked. Fails with `person.email_taken`. */
export const insertPerson = async (
  tx: AnyTransaction,
  { accountId, email, passwordHash, emailConfirmedAt, scopes = ORDINARY_SCOPES }: CheckedPerson,
): Promise<Person> => {
  const values = [newId('person'), accountId, email, passwordHash, emailConfirmedAt, [...scopes]];
  const [person] =
    '$queryRawUnsafe' in tx
      ? await tx.$queryRawUnsafe<Person[]>(INSERT, ...values)
      : (await tx.query<Person>(INSERT, values)).rows;
  if (!person)
    throw new AppError({
      code: 'person.email_taken',
      kind: 'conflict',
      message: 'Somebody signs in with this e-mail address already.',
    });
  return person;
};

const INSERT = `
INSERT INTO people (id, account_id, email, password_hash, email_confirmed_at, scopes)
  VALUES ($1, $2, $3, $4, $5::timestamptz, $6)
ON CONFLICT (email) DO NOTHING
RETURNING id, account_id AS "accountId", email, password_hash AS "passwordHash",
  email_confirmed_at AS "emailConfirmedAt", scopes, created_at AS "createdAt"`;

const checked = (email: string, password: string): string => {
  const address = emailSchema.safeParse(email);
  const fault = passwordFault(password, email);
  const violations = [
    ...(address.success ? [] : [{ pointer: '/email', code: 'format', detail: 'must be an e-mail address' }]),
    ...(fault === null ? [] : [{ pointer: '/password', code: 'password', detail: fault }]),
  ];
  if (address.success && violations.length === 0) return address.data;
  throw new AppError({
    code: 'request.invalid',
    kind: 'invalid',
    message: 'Nobody can sign in with this address and password.',
    violations,
  });
};
