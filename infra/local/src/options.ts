import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { isHostPort } from '@cds/service-kit/host-port';
import { errorText } from './error-text.js';
import { UserError } from './user-error.js';
import { isService, type Service, SERVICES } from './services.js';

export interface LocalOptions {
  port: number;
  dataDir: string;
  services: Service[];
  copies: Record<Service, number>;
  /** A PostgreSQL server to use instead of one of our own. */
  databaseUrl: string | undefined;
  /** A Kafka cluster to use instead of one of our own. */
  kafkaBrokers: string[] | undefined;
  logFormat: 'pretty' | 'json';
  dev: boolean;
  build: boolean;
}

const MAX_COPIES = 16;
/** Those of the services, which refuse others only once they are started. */
const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'];

export const HELP = `Runs the whole product on this machine: PostgreSQL, Kafka and the five services. Ctrl-C stops it
and keeps the data.

  npm start [-- options]          npm run dev: the same, and what changes is compiled and started again

  --copies catch=2,webhook=3      more copies of a service behind the gateway
  --only gateway,catch            a part of the services (${SERVICES.join(', ')})
  --no-build                      run what was compiled last

Environment
  PORT            of the gateway; 3000. 0 picks a free one, as all other ports are
  CDS_DATA_DIR    all state; .local. Delete it to begin anew
  DATABASE_URL    use this PostgreSQL server (a database cds_<service> each) instead of starting one
  KAFKA_BROKERS   use this Kafka cluster (host:port,…) instead of starting one
  KAFKA_REPLICATION_FACTOR
                  of new topics there; 3, or the number of brokers where there are fewer
  LOG_FORMAT      pretty or json, how warnings are shown; pretty on a terminal, else json
  LOG_LEVEL       of the services' logs in .local/logs; info`;

type Problems = string[];

const readCopies = (text: string | undefined, problems: Problems): Record<Service, number> => {
  const copies: Record<Service, number> = { gateway: 1, catch: 1, species: 1, leaderboard: 1, webhook: 1 };
  const named = new Set<Service>();
  for (const part of text?.split(',').map((one) => one.trim()) ?? []) {
    const [name = '', count = ''] = part.split('=');
    if (!isService(name)) problems.push(`--copies: there is no service "${name}" (${SERVICES.join(', ')}).`);
    else if (name === 'gateway') problems.push('--copies: the gateway is the one door; it has one copy.');
    else if (!/^\d+$/.test(count) || Number(count) < 1 || Number(count) > MAX_COPIES)
      problems.push(`--copies: ${name} takes 1 to ${MAX_COPIES}, not "${count}".`);
    else if (named.has(name)) problems.push(`--copies: ${name} is given twice.`);
    else copies[name] = Number(count);
    if (isService(name)) named.add(name);
  }
  return copies;
};

const readOnly = (text: string | undefined, problems: Problems): Service[] => {
  if (text === undefined) return [...SERVICES];
  const names = text.split(',').map((name) => name.trim());
  for (const name of names)
    if (!isService(name)) problems.push(`--only: there is no service "${name}" (${SERVICES.join(', ')}).`);
  return SERVICES.filter((service) => names.includes(service));
};

const readPort = (text: string | undefined, problems: Problems): number => {
  if (!text) return 3000;
  if (!/^\d+$/.test(text) || Number(text) > 65_535) problems.push(`PORT is a number from 0 to 65535, not "${text}".`);
  return Number(text);
};

const readDatabaseUrl = (text: string | undefined, problems: Problems): string | undefined => {
  if (!text) return undefined;
  if (!/^postgres(ql)?:\/\//.test(text) || !URL.canParse(text))
    problems.push('DATABASE_URL is like postgresql://user:password@host:5432.');
  return text;
};

const readBrokers = (text: string | undefined, problems: Problems): string[] | undefined => {
  if (!text) return undefined;
  const brokers = text.split(',').map((broker) => broker.trim());
  if (!brokers.every(isHostPort)) problems.push(`KAFKA_BROKERS is like host:9092,host:9092, not "${text}".`);
  return brokers;
};

const readLogFormat = (text: string | undefined, isTerminal: boolean, problems: Problems): 'pretty' | 'json' => {
  if (!text) return isTerminal ? 'pretty' : 'json';
  if (text !== 'pretty' && text !== 'json') problems.push(`LOG_FORMAT is pretty or json, not "${text}".`);
  return text === 'json' ? 'json' : 'pretty';
};

const checkLogLevel = (text: string | undefined, problems: Problems): void => {
  if (text && !LOG_LEVELS.includes(text)) problems.push(`LOG_LEVEL is one of ${LOG_LEVELS.join(', ')}, not "${text}".`);
};

const parse = (argv: readonly string[]) => {
  try {
    const flag = { type: 'boolean', default: false } as const;
    const { values } = parseArgs({
      args: [...argv],
      options: {
        copies: { type: 'string' },
        only: { type: 'string' },
        dev: flag,
        'no-build': flag,
        help: { ...flag, short: 'h' },
      },
    });
    return values;
  } catch (error) {
    throw new UserError(errorText(error), 'npm start -- --help lists the options.', error);
  }
};

/** Reads the command line and the environment; null asks for help. Everything that is wrong is reported at once. */
export const readOptions = (
  argv: readonly string[],
  env: NodeJS.ProcessEnv,
  at: { root: string; isTerminal: boolean },
): LocalOptions | null => {
  const values = parse(argv);
  if (values.help) return null;
  const problems: Problems = [];
  const options: LocalOptions = {
    port: readPort(env['PORT'], problems),
    dataDir: resolve(at.root, env['CDS_DATA_DIR'] || '.local'),
    services: readOnly(values.only, problems),
    copies: readCopies(values.copies, problems),
    databaseUrl: readDatabaseUrl(env['DATABASE_URL'], problems),
    kafkaBrokers: readBrokers(env['KAFKA_BROKERS'], problems),
    logFormat: readLogFormat(env['LOG_FORMAT'], at.isTerminal, problems),
    dev: values.dev,
    build: !values['no-build'],
  };
  checkLogLevel(env['LOG_LEVEL'], problems);
  if (problems.length > 0) throw new UserError(problems.join('\n'), 'npm start -- --help lists the options.');
  return options;
};
