import { parseArgs } from 'node:util';

export interface RepublishArguments {
  readonly consumer: string;
  readonly group: string;
  /** Where to begin; undefined continues a run that was stopped, or begins with the first event. */
  readonly from: Date | 'beginning' | undefined;
  readonly perSecond: number;
  readonly maxWaiting: number;
}

const DEFAULT_PER_SECOND = '2000';
const DEFAULT_MAX_WAITING = '1000';

/** The options of a republish command but `--for`, for its help. */
export const REPUBLISH_OPTIONS = `\
--from <time>           begin with the first event at or since this time (2026-11-01T00:00:00Z), or at the "beginning";
                        without it a stopped run continues, or a new one begins at the beginning
--rate <events>         the maximum number of events a second; default: ${DEFAULT_PER_SECOND}
--max-waiting <events>  send no more while this many wait for the consumer; default: ${DEFAULT_MAX_WAITING}
--group <name>          the consumer group; default: the name of the consumer`;

/** Reads the arguments of a republish command. Throws an error that can be shown to the operator. */
export const republishArguments = (args: readonly string[]): RepublishArguments => {
  const { values } = parseArgs({
    args: [...args],
    options: {
      for: { type: 'string' },
      from: { type: 'string' },
      group: { type: 'string' },
      rate: { type: 'string', default: DEFAULT_PER_SECOND },
      'max-waiting': { type: 'string', default: DEFAULT_MAX_WAITING },
    },
  });
  if (values.for === undefined || values.for === '') throw new Error('Which consumer? Give --for <consumer>.');
  return {
    consumer: values.for,
    group: values.group ?? values.for,
    from: values.from === undefined ? undefined : timeOrBeginning(values.from),
    perSecond: countOf('--rate', values.rate),
    maxWaiting: countOf('--max-waiting', values['max-waiting']),
  };
};

/** The value of `--from`. Throws an error that can be shown to the operator. */
export const timeOrBeginning = (text: string): Date | 'beginning' => {
  if (text === 'beginning') return text;
  const time = new Date(text);
  if (Number.isNaN(time.getTime()))
    throw new Error(`--from is a time such as 2026-11-01T00:00:00Z, or "beginning", not "${text}".`);
  return time;
};

const countOf = (option: string, text: string): number => {
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1) throw new Error(`${option} is a whole number of events, not "${text}".`);
  return count;
};
