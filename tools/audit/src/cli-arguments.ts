import { parseCommandLine, UsageError } from '@cds/command-line';

export { UsageError };

export const HELP = `The audit log of the gateway.

  npm run audit -- verify [--head <position>:<hash>]
      checks the chain of hashes from the oldest entry that is kept to the newest, and names the first entry that was
      changed, removed, added or moved. Prints the head of the chain: with a head that was noted earlier, here or
      from the gateway's log lines audit.chained, it also finds out whether newer entries were cut off or the whole
      chain was written anew.

Ends with 0 when the chain is whole, 1 when it is broken, 2 when it could not be checked. The database is that of
the local stack, or on the server that DATABASE_URL names.`;

const OPTIONS = { head: { type: 'string' }, help: { type: 'boolean', short: 'h' } } as const;

/** Where a chain ended once. */
export interface Head {
  readonly position: bigint;
  readonly hash: string;
}

export interface Arguments {
  readonly head: Head | undefined;
}

/** What the command line asks for; throws `UsageError`. */
export const readArguments = (argv: readonly string[]): Arguments | 'help' => {
  const { positionals, values } = parseCommandLine(argv, OPTIONS);
  if (values.help) return 'help';
  const [command, ...more] = positionals;
  if (more.length > 0) throw new UsageError(`Too many arguments: ${more.join(' ')}.`);
  if (command === undefined) throw new UsageError('Name a command: verify.');
  if (command !== 'verify') throw new UsageError(`There is no command ${JSON.stringify(command)}.`);
  return { head: values.head === undefined ? undefined : headOf(values.head) };
};

const headOf = (text: string): Head => {
  const [, position, hash] = /^(\d{1,18}):([0-9a-f]{64})$/.exec(text) ?? [];
  if (position === undefined || hash === undefined)
    throw new UsageError('--head is a position, a colon and a hash of 64 hexadecimal digits.');
  return { position: BigInt(position), hash };
};
