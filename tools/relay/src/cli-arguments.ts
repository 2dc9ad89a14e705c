import { parseCommandLine, UsageError } from '@cds/command-line';

export { UsageError };

const SERVICES = ['catch', 'gateway', 'leaderboard', 'species'] as const;
export type Service = (typeof SERVICES)[number];
/** The webhook service has no log, but a feed that has transaction ids too. */
const ADOPTED = [...SERVICES, 'webhook'] as const;
export type AdoptedService = (typeof ADOPTED)[number];

export const HELP = `The relay of a service, which publishes its event log to Kafka.

  npm run relay -- list <service>
      the checkpoints of its relays, the events that wait behind each, and the events that were skipped
  npm run relay -- skip <service> --event <id> --reason <text>
      publishes an event never, so that those behind it are published; the log line relay.stuck has its id
  npm run relay -- forget <service> --relay <name>
      deletes the checkpoints of a relay that does not exist any more, which later changes of imported catches wait for
  npm run relay -- adopt <service>
      makes a log that was restored from another cluster one of this server, so that its relay publishes what was not
      published; stop the service first. For webhook: the feed of events

<service> is one of ${SERVICES.join(', ')}, for adopt also webhook. The database is that of the local
stack, or on the server that DATABASE_URL names.`;

const TEXT = { type: 'string' } as const;
const OPTIONS = { event: TEXT, reason: TEXT, relay: TEXT, help: { type: 'boolean', short: 'h' } } as const;

export type Arguments =
  | { readonly command: 'list'; readonly service: Service }
  | { readonly command: 'skip'; readonly service: Service; readonly event: string; readonly reason: string }
  | { readonly command: 'forget'; readonly service: Service; readonly relay: string }
  | { readonly command: 'adopt'; readonly service: AdoptedService };

type Values = Readonly<Partial<Record<'event' | 'reason' | 'relay', string | undefined>>>;

/** What the command line asks for; throws `UsageError`. */
export const readArguments = (argv: readonly string[]): Arguments | 'help' => {
  const { positionals, values } = parseCommandLine(argv, OPTIONS);
  if (values.help) return 'help';
  const [command, service, ...more] = positionals;
  if (more.length > 0) throw new UsageError(`Too many arguments: ${more.join(' ')}.`);
  if (command === 'adopt') return { command, service: oneOf(ADOPTED, service) };
  return ofRelay(command, oneOf(SERVICES, service), values);
};

const ofRelay = (command: string | undefined, service: Service, values: Values): Arguments => {
  if (command === 'list') return { command, service };
  if (command === 'skip')
    return { command, service, event: given('event', values.event), reason: given('reason', values.reason) };
  if (command === 'forget') return { command, service, relay: given('relay', values.relay) };
  throw new UsageError(`There is no command ${JSON.stringify(command)}.`);
};

const oneOf = <S extends string>(services: readonly S[], name: string | undefined): S => {
  const service = services.find((one) => one === name);
  if (service === undefined) throw new UsageError(`Which service? It is one of ${services.join(', ')}.`);
  return service;
};

const given = (option: string, value: string | undefined): string => {
  if (value?.trim()) return value.trim();
  throw new UsageError(`--${option} is missing.`);
};
