import { parseCommandLine, UsageError } from '@cds/command-line';

export { UsageError };

export const COMMANDS = ['deploy', 'status', 'create', 'drift'] as const;
export type Command = (typeof COMMANDS)[number];

export const HELP = `Database migrations of the services.

  npm run migrate -- deploy                    apply what is missing, in every service's database
  npm run migrate -- status                    what is pending, edited or unknown; exit code 1 unless all is applied
  npm run migrate -- create NAME --app catch   write the migration that brings the migrations to prisma/schema.prisma
  npm run migrate -- drift                     compare migrations and schema; exit code 1 when they differ

  --app NAME   one service (catch, gateway, …) instead of all
  --url URL    PostgreSQL to use: a server (a database cds_<app> per service) or, with --app, one database
  --service-roles
               deploy gives each database to a role of its own, cds_<app>, which signs in with the password in
               CATCH_DATABASE_PASSWORD (GATEWAY_…, …; or CATCH_DATABASE_PASSWORD_FILE) and reaches no other database

deploy may run while the previous release serves: a migration that cannot lock a table within two seconds lets others
pass and tries again. It shows what takes time, and what will keep reads or writes of a large table waiting.

Without --url: DATABASE_URL. Without that, deploy and status use the local stack (npm start) as .local/credentials.json
names it; create and drift start a PostgreSQL of their own. These two replay the migrations in a database that they
drop.`;

export interface Wanted {
  help: false;
  command: Command;
  /** Of the migration to create. */
  name: string;
  /** One app's, or `all`. */
  app: string;
  url: string | undefined;
  /** Whether each database goes to a role of its own. */
  serviceRoles: boolean;
}

export type Arguments = { help: true } | Wanted;

const isCommand = (text: string | undefined): text is Command => COMMANDS.some((command) => command === text);

const parse = (argv: readonly string[]) =>
  parseCommandLine(argv, {
    app: { type: 'string', default: 'all' },
    url: { type: 'string' },
    'service-roles': { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  });

/** Reads a command line; one that makes no sense is a `UsageError`. */
export const readArguments = (argv: readonly string[]): Arguments => {
  const { values, positionals } = parse(argv);
  if (values.help) return { help: true };
  const [command, name = '', ...rest] = positionals;
  if (!isCommand(command))
    throw new UsageError(command === undefined ? 'Which command?' : `There is no command "${command}".`);
  const isCreate = command === 'create';
  if (isCreate && name === '') throw new UsageError('A new migration needs a name: create NAME --app APP.');
  if (isCreate && values.app === 'all') throw new UsageError('A new migration belongs to one app: add --app APP.');
  const extra = isCreate ? rest : [...(name ? [name] : []), ...rest];
  if (extra.length > 0) throw new UsageError(`Too many arguments: ${extra.join(' ')}.`);
  const serviceRoles = values['service-roles'];
  if (serviceRoles && command !== 'deploy') throw new UsageError('--service-roles belongs to deploy.');
  return { help: false, command, name, app: values.app, url: values.url, serviceRoles };
};
