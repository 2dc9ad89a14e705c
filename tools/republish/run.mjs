#!/usr/bin/env node
// `npm run republish`: a service's own republish command, or the gaps of a consumer, on the running stack's servers or
// those of DATABASE_URL and KAFKA_BROKERS.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { onRuntime } from '../runtime.mjs';
import { databaseOf, fail, ROOT } from '../service-database.mjs';

await onRuntime();

const SERVICES = ['catch', 'gateway', 'leaderboard', 'species', 'webhook'];
/** Those whose published versions can be compared with their log. */
const RESTORED = ['catch', 'species'];
const HELP = `npm run republish -- <${SERVICES.join('|')}> --for <consumer> [options]
npm run republish -- gaps <${SERVICES.join('|')}> [--acknowledge]
npm run republish -- lost <${RESTORED.join('|')}> --from <time> [--take-back]

Sends the event log of a service again, for one consumer, while everything runs. Use it to fill a database that was
lost, and events that Kafka no longer had when the consumer came for them.

The events go, in the order of the log, to the topic <topic>.<consumer>.backfill, which that consumer alone reads. It
handles them as if they came from <topic> itself, and skips versions that it already has. The run ends with the last
event that the log had as it began: later ones reach the consumer live. A run that was stopped or killed continues when
the command is given again without --from; with it, the run starts over at that time. One run for a consumer excludes
any other: a second one ends at once and says so.

The catch and leaderboard services also send which anglers and boards there are, to consumers that read these.
The webhook service has no log: it sends, for the leaderboard service, which anglers its endpoints watch now,
and takes no option but --for.

--for <consumer>      the service that reads the events, such as leaderboard
--from <time>         begin with the first event at or since this time (2026-11-01T00:00:00Z), or at the "beginning";
                      without it a stopped run continues, or a new one begins at the beginning
--rate <events>       the maximum number of events a second; default: 2000
--max-waiting <events>
                      send no more while this many wait for the consumer; default: 1000
--group <name>        the consumer group; default: the name of the consumer

gaps                  shows the messages that a consumer may have missed, as its readiness and the metric
                      cds_consumer_gaps do; --acknowledge forgets them, once they are republished or given up

lost                  after the database of a service was restored to an earlier time: shows what was published since
                      --from and is not in its log. With --take-back every consumer comes to what the log says:
                      subjects that the log has are published once more, beyond the version that was lost, and those
                      that it does not have are published as deleted. Can be repeated.

The servers are those of the local stack, or those that DATABASE_URL and KAFKA_BROKERS name. PUBLIC_URL must be that of
the service: published events hold addresses that begin with it. docs/recovery.md says when to use what.`;

/** Runs a command of the service in this process, so that signals and kill -9 reach it and nothing is left running. */
const run = async (service, command, args) => {
  const script = join(ROOT, 'apps', service, 'dist', `${command}.js`);
  if (!existsSync(script)) fail(`The ${service} service is not compiled: run npm run build.`);
  const { localStack } = await import('@cds/command-line');
  const stack = localStack(ROOT, process.env)?.credentials ?? {};
  // The URL has been read from the file, which would take precedence.
  Object.assign(process.env, { DATABASE_URL: await databaseOf(service), DATABASE_URL_FILE: '' });
  process.env.KAFKA_BROKERS ||= String(stack.kafka_brokers ?? '');
  if (!process.env.KAFKA_BROKERS && !process.env.KAFKA_BROKERS_FILE)
    fail('No Kafka is known: start the local stack (npm start), or set KAFKA_BROKERS.');
  process.env.PUBLIC_URL ||= stack.base_url ?? '';
  process.argv = [process.execPath, script, ...args];
  await import(pathToFileURL(script).href);
};

const gaps = async (consumer, args) => {
  if (!SERVICES.includes(consumer) || args.some((arg) => arg !== '--acknowledge')) fail(HELP);
  const { acknowledgeGaps, readGaps } = await import('@cds/consumer-offsets');
  const { createPool } = await import('@cds/postgres');
  const pool = createPool(await databaseOf(consumer), { applicationName: `${consumer}-gaps`, max: 1 });
  const acknowledged = args.length > 0;
  const found = await (acknowledged ? acknowledgeGaps(pool) : readGaps(pool)).finally(() => pool.end());
  for (const { topic, partition, fromOffset, toOffset, reason, noticedAt } of found)
    console.log(`${noticedAt.toISOString()} ${topic}/${partition} ${fromOffset} to ${toOffset}: ${reason}`);
  console.log(
    `${consumer}: ${found.length} ${found.length === 1 ? 'gap' : 'gaps'}${acknowledged ? ' acknowledged' : ''}`,
  );
};

const lost = async (service, args) => {
  if (!RESTORED.includes(service)) fail(HELP);
  await run(service, 'lost-versions', args);
};

const [what, ...args] = process.argv.slice(2);
if (!what || [what, ...args].some((arg) => arg === '--help' || arg === '-h')) {
  console.log(HELP);
  process.exit(what ? 0 : 1);
}
if (what === 'gaps') await gaps(args[0], args.slice(1));
else if (what === 'lost') await lost(args[0], args.slice(1));
else if (SERVICES.includes(what)) await run(what, 'republish', args);
else fail(`The service "${what}" has no event log.\n\n${HELP}`);
