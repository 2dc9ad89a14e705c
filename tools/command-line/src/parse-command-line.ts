import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';
import { messageOf } from '@cds/errors';

/** A command line that cannot be carried out as it is typed; the message says why, for the person who typed it. */
export class UsageError extends Error {}

/**
 * The values of the options and the positional arguments. An option that is not among `options`, or that lacks its
 * value, is a `UsageError`.
 */
export const parseCommandLine = <T extends ParseArgsOptionsConfig>(argv: readonly string[], options: T) => {
  try {
    return parseArgs({ args: [...argv], allowPositionals: true, options });
  } catch (error) {
    throw new UsageError(messageOf(error), { cause: error });
  }
};
