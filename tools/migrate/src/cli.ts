import { join } from 'node:path';
import { valueOf } from '@cds/command-line';
import { COMMANDS, HELP, readArguments, UsageError, type Wanted } from './cli-arguments.js';
import { reasonOf } from './connected.js';
import { withDatabase } from './database-url.js';
import { appsWithMigrations, type MigratedApp, migratedApp } from './migrated-apps.js';
import { runCommand } from './run-command.js';
import type { ServiceRole } from './service-role.js';
import { serviceRoles } from './service-roles.js';
import { findServer, type ServerUrl } from './server-url.js';

const ROOT = join(import.meta.dirname, '..', '..', '..');

const print = (text: string): void => void process.stdout.write(`${text}\n`);

const chosenApps = (name: string): MigratedApp[] =>
  name === 'all' ? appsWithMigrations(ROOT) : [migratedApp(ROOT, name)];

/** Starts a PostgreSQL for the while of one command. */
export type BorrowServer = () => Promise<{ url(): string; stop(): Promise<void> }>;

const runOn = async (server: ServerUrl, wanted: Wanted): Promise<number> => {
  let isFine = true;
  const apps = chosenApps(wanted.app);
  const roles = wanted.serviceRoles ? serviceRoles(apps, process.env) : new Map<string, ServiceRole>();
  for (const app of apps) {
    // A URL that names a database is that app's own; one that names none is a server with a database per app.
    const url = server.isOneDatabase && wanted.app !== 'all' ? server.url : withDatabase(server.url, app.database);
    const say = (text: string): void => print(`${app.name.padEnd(12)} ${text}`);
    const result = await runCommand(wanted.command, {
      app,
      url,
      name: wanted.name,
      role: roles.get(app.name),
      onProgress: say,
    });
    say(result.text);
    isFine &&= result.isFine;
  }
  return isFine ? 0 : 1;
};

const runOnBorrowed = async (wanted: Wanted, borrow: BorrowServer): Promise<number> => {
  const server = await borrow();
  try {
    return await runOn({ url: server.url(), isOneDatabase: false }, wanted);
  } finally {
    await server.stop();
  }
};

const run = async (argv: readonly string[], borrow: BorrowServer): Promise<number> => {
  const wanted = readArguments(argv);
  if (wanted.help) {
    print(HELP);
    return 0;
  }
  const isNamed = wanted.url !== undefined || valueOf('DATABASE_URL', process.env) !== undefined;
  const needsData = wanted.command === 'deploy' || wanted.command === 'status';
  if (!isNamed && !needsData) return runOnBorrowed(wanted, borrow);
  return runOn(findServer(ROOT, wanted.url, process.env), wanted);
};

/** Runs one command line and returns the exit code; errors are printed, not thrown. */
export const main = async (argv: readonly string[], borrow: BorrowServer): Promise<number> => {
  try {
    return await run(argv, borrow);
  } catch (error) {
    const hint =
      error instanceof UsageError ? `\nCommands: ${COMMANDS.join(', ')}. More: npm run migrate -- --help` : '';
    process.stderr.write(`${reasonOf(error)}${hint}\n`);
    return 1;
  }
};
