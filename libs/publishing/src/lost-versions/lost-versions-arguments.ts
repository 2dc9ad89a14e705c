import { parseArgs } from 'node:util';
import { timeOrBeginning } from '../republish/republish-arguments.js';

export interface LostVersionsArguments {
  /** The time since which published events are compared with the log; undefined for all that Kafka has. */
  readonly since: Date | undefined;
  /** Whether it is corrected for consumers. Otherwise it is listed alone. */
  readonly takesBack: boolean;
}

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
