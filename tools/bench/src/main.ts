import { relative } from 'node:path';
import { UsageError } from '@cds/command-line';
import { RunningStack } from '@cds/local/running-stack';
import { measureBoards } from './boards/measure-boards.js';
import { measureEntries } from './boards/measure-entries.js';
import { measureBulk } from './bulk.js';
import { type DatabaseServer, databaseServerOf } from './database-server.js';
import { measureFanOut, SENDING_LITTLE } from './fan-out.js';
import { measureLists } from './lists/measure-lists.js';
import type { Bench, Measurement } from './measurement.js';
import { admission } from './measurements/admission.js';
import { counts } from './measurements/counts.js';
import { deadEndpoints } from './measurements/dead-endpoint.js';
import { deliveries } from './measurements/deliveries.js';
import { deliveryPages } from './measurements/delivery-pages.js';
import { guards } from './measurements/guards.js';
import { rebuild } from './measurements/rebuild.js';
import { requests } from './measurements/requests.js';
import { slowReaders } from './measurements/slow-readers.js';
import { starts } from './measurements/starts.js';
import { webhooks } from './measurements/webhooks.js';
import { medians } from './medians.js';
import { HELP, type Options, readOptions } from './options.js';
import { measureSpecies } from './species/measure-species.js';
import { printTable, type Result, writeResults } from './report.js';

const say = (text: string) => void process.stdout.write(`${text}\n`);

/** In the order in which they can follow each other: a rebuild would drop the rows that counts are made of. */
const measurementsOf = ({ rows, restSeconds }: Options): Measurement[] => [
  requests(rows),
  admission(),
  guards(),
  slowReaders(),
  webhooks(),
  deliveries(),
  deadEndpoints(),
  deliveryPages(),
  rebuild(),
  counts(),
  starts(restSeconds),
];

const chosen = (options: Options): Measurement[] => {
  const all = measurementsOf(options);
  const unknown = options.only?.find((name) => !all.some((one) => one.name === name));
  if (unknown !== undefined)
    throw new UsageError(`There is no measurement "${unknown}" (${all.map(({ name }) => name).join(', ')}).`);
  return all.filter(({ name }) => options.only?.includes(name) ?? true);
};

const runs = async (measurement: Measurement, bench: Bench, count: number): Promise<Result[]> => {
  say(`measuring ${measurement.name}`);
  await measurement.prepare?.(bench);
  const results: Result[][] = [];
  for (let run = 0; run < count; run += 1) results.push(await measurement.run(bench));
  return medians(results);
};

const measure = async (stack: RunningStack, options: Options, measurements: Measurement[]): Promise<Result[]> => {
  if (options.importRows !== undefined) return measureBulk(stack, options.importRows);
  if (options.fanOutEndpoints !== undefined) return measureFanOut(stack, options.fanOutEndpoints);
  if (options.entries) return measureEntries(stack, options.entries, say);
  if (options.boardCatches !== undefined) return measureBoards(stack, options.boardCatches, say);
  if (options.species) return measureSpecies(stack, options.species, say);
  if (options.sizes) return measureLists(stack, options.sizes, say);
  const results: Result[] = [];
  for (const one of measurements) results.push(...(await runs(one, { stack, seconds: options.seconds }, options.runs)));
  return results;
};

/** The exit code: 0 when every bar is met, 1 when one is missed, 2 when the command line is wrong. */
export const main = async (argv: string[]): Promise<number> => {
  try {
    const options = readOptions(argv);
    if (options) return await run(options, chosen(options));
    say(HELP);
    return 0;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    process.stderr.write(`${error.message}\nnpm run bench -- --help lists the options.\n`);
    return 2;
  }
};

const run = async (options: Options, measurements: Measurement[]): Promise<number> => {
  const at = new Date();
  say('starting the product');
  const stack = await RunningStack.start([], options.fanOutEndpoints === undefined ? {} : SENDING_LITTLE);
  let results: Result[];
  let database: DatabaseServer | undefined;
  try {
    database = await databaseServerOf(stack.credentials);
    results = await measure(stack, options, measurements);
  } finally {
    await stack.stop();
  }
  printTable(results);
  say(`written to ${relative(process.cwd(), writeResults(at, { settings: options, database, results }))}`);
  return results.every(({ isMet }) => isMet) ? 0 : 1;
};
