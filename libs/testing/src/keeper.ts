// Keeps a PostgreSQL and a Kafka for one test run. Its standard input is the run's hand: when that closes, for whatever
// reason (done, Ctrl-C, kill -9), it stops both, removes their data and leaves.
import { makeClassData, startKafka } from '@cds/local/kafka';
import { startPostgres } from '@cds/local/postgres';
import type { SharedServers } from './shared-servers.js';
import { makeTemplates } from './templates.js';

const servers: { stop(): Promise<void> }[] = [];

const keep = async <T extends { stop(): Promise<void> }>(starting: Promise<T>): Promise<T> => {
  const server = await starting;
  servers.push(server);
  return server;
};

const stopAll = async (): Promise<void> => {
  await Promise.allSettled(servers.map((server) => server.stop()));
};

const begin = async (): Promise<SharedServers> => {
  const postgres = keep(startPostgres());
  // Before the tests, many of which start a broker of their own.
  const kafka = keep(makeClassData().then(() => startKafka()));
  const templates = postgres.then((server) => makeTemplates(server.url()));
  await Promise.allSettled([templates, kafka]);
  return { postgresUrl: (await postgres).url(), kafkaBrokers: (await kafka).brokers, templates: await templates };
};

const answer = (line: object): void => void process.stdout.write(`${JSON.stringify(line)}\n`);

// The run itself gets these too, and closes the input when it is done with them.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
// Nobody listens any more: the input is closed as well.
process.stdout.on('error', () => undefined);

const closed = new Promise<void>((resolve) => process.stdin.resume().once('close', resolve));

const inFull = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  return 'advice' in error ? `${error.message}\n${String(error.advice)}` : error.message;
};

const began = begin().then(answer, (error: unknown) => answer({ error: inFull(error) }));
await closed;
// What is still starting must be there before it can be stopped.
await began;
await stopAll();
