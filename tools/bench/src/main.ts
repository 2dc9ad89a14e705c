import { relative } from 'node:path';
import { parseArgs } from 'node:util';
import { RunningStack } from '@cds/local/running-stack';
import { measureBulk } from './bulk.js';
import { fill } from './fill.js';
import { measureLists } from './lists/measure-lists.js';
import { printTable, type Result, writeResults } from './report.js';
import { startOpenGateway } from './start-open-gateway.js';
import { startPeer } from './start-peer.js';
import { compare, type Target } from './throughput.js';
import { type Latency, webhookLatency } from './webhook-latency.js';

const SIZES = '10000,1000000,10000000';

const HELP = `npm run bench [-- --rows 10000 --rounds 3 --seconds 5]
npm run bench -- --import 200000      imports and exports so many catches instead: rates, and the memory that they add
npm run bench -- --sizes ${SIZES}
                                      lists and searches at each of these sizes instead: the table grows by rows that are put into it
                                      without events, which reading does not need. Ten million take some minutes and 15 GB of disk

Starts the product and, beside it on the same database, a bare Fastify + pg server; measures both in turn in one run; prints
a table and writes it under bench/results. Ratios compare; absolute figures depend on the machine.`;

const OPTIONS = {
  help: { type: 'boolean', short: 'h' },
  rows: { type: 'string', default: '10000' },
  rounds: { type: 'string', default: '3' },
  seconds: { type: 'string', default: '5' },
  import: { type: 'string' },
  sizes: { type: 'string' },
} as const;

/** The exit code: 0 when every bar is met. */
export const main = async (argv: string[]): Promise<number> => {
  const { values } = parseArgs({ args: argv, options: OPTIONS });
  if (values.help) {
    process.stdout.write(`${HELP}\n`);
    return 0;
  }
  const sizes = values.sizes?.split(',').map(Number);
  const settings = {
    rows: Number(values.import ?? values.rows),
    rounds: Number(values.rounds),
    seconds: Number(values.seconds),
    ...(sizes && { sizes }),
  };
  const at = new Date();
  const results = await (sizes
    ? measureSizes(sizes)
    : values.import === undefined
      ? measure(settings)
      : measureImport(settings.rows));
  printTable(results);
  process.stdout.write(`written to ${relative(process.cwd(), writeResults(at, settings, results))}\n`);
  return results.every(({ isMet }) => isMet) ? 0 : 1;
};

const say = (text: string) => process.stdout.write(`${text}\n`);

const measure = async ({
  rows,
  rounds,
  seconds,
}: {
  rows: number;
  rounds: number;
  seconds: number;
}): Promise<Result[]> => {
  say('starting the product');
  const stack = await RunningStack.start();
  const { credentials } = stack;
  try {
    say(`logging ${rows} catches`);
    const id = await fill(credentials, rows);
    say('measuring');
    const latency = await webhookLatency(credentials, 50, 20);
    const peer = await startPeer(credentials.database_url);
    const headers = { authorization: `Bearer ${credentials.api_key}` };
    const body = JSON.stringify({ species: 'largemouth bass', weight_lbs: 8.4, depth_ft: 12 });
    const ours = (path: string, sent?: string): Target => ({
      url: `${credentials.base_url}/v1${path}`,
      headers,
      ...(sent && { body: sent }),
    });
    const theirs = (path: string, sent?: string): Target => ({
      url: `${peer.url}${path}`,
      ...(sent && { body: sent }),
    });
    const ratio = async (name: string, path: string, bar: number, sent?: string): Promise<Result> => {
      const {
        ours: a,
        peer: b,
        ratio: value,
      } = await compare(ours(path, sent), theirs(path, sent), { rounds, seconds });
      return {
        name,
        measured: `${a.perSecond.toFixed(0)}/s`,
        peer: `${b.perSecond.toFixed(0)}/s`,
        value,
        bar: `≥ ${bar}`,
        isMet: value >= bar,
      };
    };
    try {
      return [
        await ratio('list of 25', '/catches', 0.5),
        await ratio('get by id', `/catches/${id}`, 0.5),
        await ratio('create', '/catches', 0.45, body),
        await admission(stack, `/catches/${id}`, { rounds, seconds }),
        ...latencyResults(latency),
      ];
    } finally {
      peer.stop();
    }
  } finally {
    await stack.stop();
  }
};

/** What it costs to find out who calls and what they may still do: the gateway against itself without both. */
const admission = async (
  stack: RunningStack,
  path: string,
  times: { rounds: number; seconds: number },
): Promise<Result> => {
  const open = await startOpenGateway(stack);
  const { base_url: baseUrl, api_key: key } = stack.credentials;
  const target = (origin: string): Target => ({
    url: `${origin}/v1${path}`,
    headers: { authorization: `Bearer ${key}` },
  });
  try {
    const { ours, peer, ratio } = await compare(target(baseUrl), target(open.url), times);
    return {
      name: 'get with keys and limits',
      measured: `${ours.perSecond.toFixed(0)}/s`,
      peer: `${peer.perSecond.toFixed(0)}/s`,
      value: ratio,
      bar: '≥ 0.85',
      isMet: ratio >= 0.85,
    };
  } finally {
    open.stop();
  }
};

const measureImport = async (rows: number): Promise<Result[]> => {
  say('starting the product');
  const stack = await RunningStack.start();
  try {
    say(`importing and exporting ${rows} catches`);
    return await measureBulk(stack, rows);
  } finally {
    await stack.stop();
  }
};

const measureSizes = async (sizes: readonly number[]): Promise<Result[]> => {
  say('starting the product');
  const stack = await RunningStack.start();
  try {
    return await measureLists(stack, sizes, say);
  } finally {
    await stack.stop();
  }
};

const latencyResults = ({ sent, received, p50Ms, p99Ms }: Latency): Result[] => {
  const line = (name: string, value: number, bar: number): Result => ({
    name,
    measured: `${received} of ${sent} received`,
    peer: '',
    value,
    bar: `≤ ${bar} ms`,
    isMet: received === sent && value <= bar,
  });
  return [line('POST to webhook, p50', p50Ms, 40), line('POST to webhook, p99', p99Ms, 150)];
};
