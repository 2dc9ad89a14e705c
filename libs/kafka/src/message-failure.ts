import { findAppError, isTransientDatabaseError, MESSAGE_DISPOSITION, messageOf } from '@cds/errors';

/** A message that is no event, or whose data its schema refuses. Trying again cannot help. */
export class MalformedMessage extends Error {
  override readonly name = 'MalformedMessage';
}

/**
 * What a failure means for its message: it is tried again until it heals, put aside, or (a bug) put aside after some
 * attempts.
 */
export type Disposition = 'retry' | 'dead-letter' | 'bug';

const isKafkaError = (error: unknown): boolean => {
  const seen = new Set<unknown>();
  for (let at = error; at instanceof Error && !seen.has(at); at = at.cause) {
    if (at.name.startsWith('KafkaJS')) return true;
    seen.add(at);
  }
  return false;
};

export const dispositionOf = (error: unknown): Disposition => {
  if (error instanceof MalformedMessage) return 'dead-letter';
  const expected = findAppError(error);
  if (expected !== undefined) return MESSAGE_DISPOSITION[expected.kind];
  return isTransientDatabaseError(error) || isKafkaError(error) ? 'retry' : 'bug';
};

/** A failure as a dead letter and a log line show it. */
export const describeFailure = (error: unknown): { code: string; message: string } => {
  const message = messageOf(error);
  if (error instanceof MalformedMessage) return { code: 'message.malformed', message };
  return { code: findAppError(error)?.code ?? 'internal.error', message };
};
