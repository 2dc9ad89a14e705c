import { causesOf, type Failure } from '@cds/errors';

/**
 * Whether PostgreSQL refused a statement because it violates the constraint, foreign key or unique index of this name.
 * Works for errors of `pg` and of the generated Prisma client, also as the cause of another error.
 *
 * A refusal that has a meaning for the caller is a constraint with a name of its own, so that nobody has to guess the
 * meaning from a code and a column.
 */
export const violates = (error: unknown, constraint: string): boolean => {
  for (const one of causesOf(error)) if (isNamedBy(one, constraint)) return true;
  return false;
};

const INTEGRITY_VIOLATION = '23';
const CHECK_VIOLATION = '23514';

const isNamedBy = (error: Failure & { constraint?: unknown }, name: string): boolean => {
  const { code, constraint, kind, message } = error;
  if (typeof code === 'string' && code.startsWith(INTEGRITY_VIOLATION) && constraint === name) return true;
  if (kind === 'UniqueConstraintViolation' || kind === 'ForeignKeyConstraintViolation')
    return (constraint as { index?: unknown } | undefined)?.index === name;
  // Prisma drops the name of a check constraint from everything but the message, which has it in any language.
  return kind === 'postgres' && code === CHECK_VIOLATION && wordsOf(message).includes(name);
};

const wordsOf = (message: unknown): readonly string[] => (typeof message === 'string' ? message.split(/\W+/) : []);
