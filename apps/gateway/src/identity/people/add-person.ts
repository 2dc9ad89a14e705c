import type { Scope } from '@cds/contracts';
import { AppError } from '@cds/errors';
import { newId } from '@cds/service-kit';
import type { Person, Prisma } from '../../generated/client.js';
import { emailSchema } from './email.js';
import { passwordFault } from './passwords/password-rules.js';
import { hashPassword } from './passwords/passwords.js';
import { ORDINARY_SCOPES } from './scopes-of-people.js';

export interface NewPerson {
  readonly accountId: string;
  readonly email: string;
  readonly password: string;
  /** Default: `ORDINARY_SCOPES`. */
  readonly scopes?: readonly Scope[];
}

/**
 * Adds a person who can sign in for an account, with an address that nobody has confirmed yet. Fails with
 * `request.invalid` (pointers `/email` and `/password`, both at once) or `person.email_taken`, without aborting the
 * transaction.
 */
export const addPerson = async (
  tx: Prisma.TransactionClient,
  { password, email, ...person }: NewPerson,
): Promise<Person> => {
  const address = checked(email, password);
  return insertPerson(tx, {
    ...person,
    email: address,
    passwordHash: await hashPassword(password),
    emailConfirmedAt: null,
  });
};

export interface CheckedPerson extends Omit<NewPerson, 'password'> {
  /** Null for a person who signs in only through an outside provider. */
  readonly passwordHash: string | null;
  readonly emailConfirmedAt: Date | null;
}

/** Adds a person whose address and password were checked. Fails with `person.email_taken`. */
export const insertPerson = async (
  tx: Prisma.TransactionClient,
  { accountId, email, passwordHash, emailConfirmedAt, scopes = ORDINARY_SCOPES }: CheckedPerson,
): Promise<Person> => {
  const data = { id: newId('person'), accountId, email, passwordHash, emailConfirmedAt, scopes: [...scopes] };
  // A duplicate is skipped and not refused: a failed statement would abort the transaction.
  const [person] = await tx.person.createManyAndReturn({ data: [data], skipDuplicates: true });
  if (!person)
    throw new AppError({
      code: 'person.email_taken',
      kind: 'conflict',
      message: 'Somebody signs in with this e-mail address already.',
    });
  return person;
};

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
