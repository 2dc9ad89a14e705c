import { parseArgs } from 'node:util';
import { commandArguments } from '../command-arguments.js';
import { timeOrBeginning } from '../republish/republish-arguments.js';

export interface LostVersionsArguments {
  /** The time since which published events are compared with the log; undefined for all that Kafka has. */
  readonly since: Date | undefined;
  /** Whether it is corrected for consumers. Otherwise it is listed alone. */
  readonly takesBack: boolean;
}

const HELP = `\
After the database was restored to an earlier time: shows what was published since --from and is not in its log.

  DATABASE_URL=postgresql://… KAFKA_BROKERS=host:9092 PUBLIC_URL=https://… node dist/lost-versions.js --from <time>

--from <time>  a time before the backup was made (2026-11-01T00:00:00Z), or the "beginning"
--take-back    bring every consumer to what the log says; can be repeated`;

/** Reads the arguments of the command. Throws an error that can be shown to the operator. */
export const lostVersionsArguments = (args: readonly string[]): LostVersionsArguments => {
  const { values } = parseArgs({
    args: [...args],
    options: { from: { type: 'string' }, 'take-back': { type: 'boolean', default: false } },
  });
  if (values.from === undefined) throw new Error('Since when? Give --from <time>, a time before the backup was made.');
  const from = timeOrBeginning(values.from);
  return { since: from === 'beginning' ? undefined : from, takesBack: values['take-back'] };
};

/** The arguments that the process was given; see `commandArguments`. */
export const readLostVersionsArguments = () => commandArguments(HELP, lostVersionsArguments);
