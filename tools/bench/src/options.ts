import { parseCommandLine, UsageError } from '@cds/command-line';

const SIZES = '10000,1000000,10000000';

export const HELP = `npm run bench [-- --runs 5 --seconds 2 --rows 10000 --rest 120 --only requests,starts]
npm run bench -- --import 200000      imports and exports so many catches instead: rates, and the memory that they add
npm run bench -- --fan-out 10000       fans 500 events out to so many webhook endpoints instead: memory and transactions
npm run bench -- --sizes ${SIZES}
                                      lists and searches at each of these sizes instead: the table grows by rows that
                                      are put into it without events, which reading does not need. Ten million take
                                      some minutes and 15 GB of disk
npm run bench -- --entries 10000,10000000
                                      ranks, the top and pages of one board at each of these sizes instead; ten
                                      million take some minutes and 4 GB of disk
npm run bench -- --boards 1000000      rebuilds all boards from so many catches instead, consumes further ones, and
                                      reads a board as it stood in the past
npm run bench -- --species 625,35000   searches at each of these numbers of species instead

Starts the product and measures it: requests, admission, guards, slow-readers, webhooks, deliveries, dead-endpoint,
delivery-pages, rebuild, counts and starts. Requests are compared with a
bare Fastify + pg server on the same database, measured in turn in the same run. Prints the median of all runs with
the bar that it has to meet, and writes all values under bench/results. Ratios compare; absolute figures depend on the
machine, and on PostgreSQL: DATABASE_URL measures with a server of yours, such as one with huge pages, whose cds_…
databases are new or empty.`;

const OPTIONS = {
  help: { type: 'boolean', short: 'h' },
  runs: { type: 'string', default: '5' },
  seconds: { type: 'string', default: '2' },
  rows: { type: 'string', default: '10000' },
  rest: { type: 'string', default: '120' },
  only: { type: 'string' },
  import: { type: 'string' },
  'fan-out': { type: 'string' },
  sizes: { type: 'string' },
  entries: { type: 'string' },
  boards: { type: 'string' },
  species: { type: 'string' },
} as const;

export interface Options {
  runs: number;
  seconds: number;
  rows: number;
  /** Seconds that the product rests before its memory is measured. */
  restSeconds: number;
  /** Names of measurements; undefined for all. */
  only?: string[];
  importRows?: number;
  fanOutEndpoints?: number;
  sizes?: number[];
  /** Of one board, at which it is measured. */
  entries?: number[];
  /** Of which boards are rebuilt. */
  boardCatches?: number;
  species?: number[];
}

/** Reads the command line; undefined asks for help. Throws `UsageError`. */
export const readOptions = (argv: string[]): Options | undefined => {
  const { values, positionals } = parseCommandLine(argv, OPTIONS);
  if (values.help) return undefined;
  if (positionals.length > 0) throw new UsageError(`There is no argument ${JSON.stringify(positionals[0])}.`);
  return {
    runs: numberIn('runs', values.runs),
    seconds: numberIn('seconds', values.seconds),
    rows: numberIn('rows', values.rows),
    restSeconds: numberIn('rest', values.rest),
    ...(values.only && { only: values.only.split(',') }),
    ...(values['fan-out'] && { fanOutEndpoints: numberIn('fan-out', values['fan-out']) }),
    ...(values.import && { importRows: numberIn('import', values.import) }),
    ...(values.boards && { boardCatches: numberIn('boards', values.boards) }),
    ...(values.sizes && { sizes: numbersIn('sizes', values.sizes) }),
    ...(values.entries && { entries: numbersIn('entries', values.entries) }),
    ...(values.species && { species: numbersIn('species', values.species) }),
  };
};

const numberIn = (option: keyof typeof OPTIONS, text: string): number => {
  if (!/^[1-9]\d*$/.test(text))
    throw new UsageError(`--${option} takes a number above zero, not ${JSON.stringify(text)}.`);
  return Number(text);
};

const numbersIn = (option: keyof typeof OPTIONS, text: string): number[] =>
  text.split(',').map((one) => numberIn(option, one));
