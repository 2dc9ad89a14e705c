import { parseCommandLine, UsageError } from '@cds/command-line';

export { UsageError };

export const COMMANDS = ['list', 'show', 'replay', 'drop'] as const;
export type Command = (typeof COMMANDS)[number];

export const HELP = `Dead letters: messages that a service could not process, in <topic>.<service>.dlq.

  npm run dlq -- list                                           how many wait where, the oldest and the newest
  npm run dlq -- show                                           each of them: error, origin, headers, value
  npm run dlq -- replay --topic catch.events --service webhook --offset 3
                                                                let the service handle it again
  npm run dlq -- drop --topic catch.events --service webhook --all
                                                                be done with all that wait there

  --topic NAME    of this origin (or this dead-letter topic) alone
  --service NAME  of this service alone
  --offset N      this dead letter alone, as show tells it; may be repeated. P/N for partition P of several
  --all           all that wait in the topics chosen; replay and drop need this or --offset
  --brokers LIST  Kafka to use, host:port,host:port

Without --brokers: KAFKA_BROKERS, else the local stack (npm start) as .local/credentials.json names it.

A replay goes to that service alone: it stands in the dead-letter topic, where only that service reads it. An event
whose subject has gone on meanwhile is skipped by it like any old version. If it fails again, it waits again as a new
dead letter. Kafka removes no single message: replay and drop write down that a dead letter is done with, behind it in
its topic. A dead letter that nobody looks after is gone when the topic's retention is over.`;

/** A dead letter's place in its topic. */
export interface LetterPlace {
  partition: number;
  offset: string;
}

export interface Arguments {
  command: Command;
  topic: string | undefined;
  service: string | undefined;
  places: readonly LetterPlace[];
  brokers: string | undefined;
}

const isCommand = (text: string | undefined): text is Command => COMMANDS.some((command) => command === text);

const parse = (argv: readonly string[]) =>
  parseCommandLine(argv, {
    topic: { type: 'string' },
    service: { type: 'string' },
    offset: { type: 'string', multiple: true, default: [] },
    all: { type: 'boolean', default: false },
    brokers: { type: 'string' },
    help: { type: 'boolean', short: 'h', default: false },
  });

const placeOf = (text: string): LetterPlace => {
  const [, partition = '0', offset] = /^(?:(\d+)\/)?(\d+)$/.exec(text) ?? [];
  if (offset === undefined) throw new UsageError(`--offset is a number, or partition/number, not "${text}".`);
  return { partition: Number(partition), offset };
};

/** Reads a command line; one that makes no sense is a `UsageError`. */
export const readArguments = (argv: readonly string[]): Arguments | 'help' => {
  const { values, positionals } = parse(argv);
  if (values.help) return 'help';
  const [command, ...rest] = positionals;
  if (!isCommand(command))
    throw new UsageError(command === undefined ? 'Which command?' : `There is no command "${command}".`);
  if (rest.length > 0) throw new UsageError(`Too many arguments: ${rest.join(' ')}.`);
  const places = values.offset.flatMap((list) => list.split(',')).map(placeOf);
  const changes = command === 'replay' || command === 'drop';
  if (changes && places.length > 0 === values.all)
    throw new UsageError(`Which ones? ${command} takes either --offset or --all.`);
  if (command === 'list' && places.length > 0) throw new UsageError('list takes no --offset.');
  return { command, topic: values.topic, service: values.service, places, brokers: values.brokers };
};
