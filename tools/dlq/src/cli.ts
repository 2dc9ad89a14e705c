import { CONSOLE, type Output } from '@cds/command-line';
import { messageOf } from '@cds/errors';
import { createKafka, EventPublisher, type MessagingLogger } from '@cds/kafka';
import { kafkaSettings, loadConfig } from '@cds/service-kit';
import type { Kafka } from 'kafkajs';
import { join } from 'node:path';
import { findBrokers } from './brokers.js';
import { type Arguments, COMMANDS, HELP, readArguments, UsageError } from './cli-arguments.js';
import { waitingLetters } from './dead-letter.js';
import { findDeadLetterTopics } from './dead-letter-topic.js';
import { readTopic } from './read-topic.js';
import { letterReport, listReport, type Waiting } from './report.js';
import { dropOf, replayOf } from './settle.js';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const SECURITY = { tls: kafkaSettings.tls, sasl: kafkaSettings.sasl };
const ignore = (): void => undefined;
const SILENT: MessagingLogger = { debug: ignore, info: ignore, warn: ignore, error: ignore };

/** What waits in the topics chosen; with offsets, those alone, and each must be there. */
const findWaiting = async (kafka: Kafka, { topic, service, places }: Arguments): Promise<Waiting[]> => {
  const topics = await findDeadLetterTopics(kafka, { topic, service });
  if (topics.length === 0 && (topic ?? service) !== undefined) throw new Error('There is no such dead-letter topic.');
  const waiting = await Promise.all(
    topics.map(async (one) => ({ topic: one, letters: waitingLetters(await readTopic(kafka, one.name)) })),
  );
  const [only, ...others] = waiting;
  if (places.length === 0 || only === undefined) return waiting;
  if (others.length > 0)
    throw new UsageError(
      `--offset needs --topic and --service: it could be in ${topics.map(({ name }) => name).join(', ')}.`,
    );
  const letters = places.map(({ partition, offset }) => {
    const letter = only.letters.find((one) => one.partition === partition && one.offset === offset);
    if (letter === undefined) throw new Error(`No dead letter waits in ${only.topic.name} at ${partition}/${offset}.`);
    return letter;
  });
  return [{ topic: only.topic, letters }];
};

const settle = async (
  kafka: Kafka,
  command: 'replay' | 'drop',
  waiting: readonly Waiting[],
  output: Output,
): Promise<void> => {
  const publisher = new EventPublisher(kafka, SILENT);
  try {
    for (const { topic, letters } of waiting) {
      if (letters.length === 0) continue;
      await publisher.send(topic.name, letters.map(command === 'replay' ? replayOf : dropOf));
      output.out(`${topic.name}: ${letters.length} ${command === 'replay' ? 'replayed' : 'dropped'}`);
    }
    if (waiting.every(({ letters }) => letters.length === 0)) output.out('No dead letters.');
  } finally {
    await publisher.close();
  }
};

const run = async (wanted: Arguments, output: Output): Promise<void> => {
  const brokers = findBrokers(ROOT, wanted.brokers, process.env);
  const kafka = createKafka({ ...loadConfig(SECURITY, process.env), brokers, clientId: 'dlq-tool', logger: SILENT });
  const waiting = await findWaiting(kafka, wanted);
  switch (wanted.command) {
    case 'list':
      return output.out(listReport(waiting));
    case 'show': {
      const reports = waiting.flatMap(({ topic, letters }) => letters.map((letter) => letterReport(topic, letter)));
      return output.out(reports.join('\n\n') || 'No dead letters.');
    }
    case 'replay':
    case 'drop':
      return settle(kafka, wanted.command, waiting, output);
  }
};

/** Runs one command line and returns the exit code; errors are printed, not thrown. */
export const main = async (argv: readonly string[], output: Output = CONSOLE): Promise<number> => {
  try {
    const wanted = readArguments(argv);
    if (wanted === 'help') output.out(HELP);
    else await run(wanted, output);
    return 0;
  } catch (error) {
    const hint = error instanceof UsageError ? `\nCommands: ${COMMANDS.join(', ')}. More: npm run dlq -- --help` : '';
    output.err(`${messageOf(error)}${hint}`);
    return 1;
  }
};
