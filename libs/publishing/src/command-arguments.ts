import { messageOf } from '@cds/errors';
import { refuseArguments } from '@cds/service-kit';

/**
 * The arguments of a command, as `read` understands them. Ends the process with the help if they ask for it, and with
 * an error if `read` throws one. It is called before the settings are read, since neither needs any.
 */
export const commandArguments = <T>(help: string, read: (args: readonly string[]) => T): T => {
  const args = process.argv.slice(2);
  const helpOptions = args.filter((arg) => arg === '--help' || arg === '-h');
  refuseArguments(help, helpOptions);
  try {
    return read(args);
  } catch (error) {
    process.stderr.write(`${messageOf(error)}\n\n${help}\n`);
    process.exit(1);
  }
};
