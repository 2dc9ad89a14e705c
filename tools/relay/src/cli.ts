import { join } from 'node:path';
import { CONSOLE } from '@cds/command-line';
import { messageOf } from '@cds/errors';
import { createPool } from '@cds/postgres';
import type { Queryable } from '@cds/postgres';
import { type Arguments, HELP, readArguments, UsageError } from './cli-arguments.js';
import { databaseUrl } from './database-url.js';
import { forgetRelay, listRelays, skipEvent } from './relays.js';

const ROOT = join(import.meta.dirname, '..', '..', '..');

/** Runs a command line; answers the exit code and never throws. */
export const main = async (argv: readonly string[], output = CONSOLE, env = process.env): Promise<0 | 1> => {
  try {
    const asked = readArguments(argv);
    if (asked === 'help') output.out(HELP);
    else for (const line of await run(asked, env)) output.out(line);
    return 0;
  } catch (error) {
    output.err(messageOf(error));
    if (error instanceof UsageError) output.err(`\n${HELP}`);
    return 1;
  }
};

const run = async (asked: Arguments, env: NodeJS.ProcessEnv): Promise<string[]> => {
  const url = databaseUrl(ROOT, asked.service, env);
  const pool = createPool(url, { applicationName: 'relay-tool', max: 1, statementTimeoutMs: 600_000 });
  try {
    return await execute(pool, asked);
  } finally {
    await pool.end();
  }
};

const execute = async (db: Queryable, asked: Arguments): Promise<string[]> => {
  switch (asked.command) {
    case 'list':
      return listRelays(db);
    case 'skip':
      return [await skipEvent(db, asked.event, asked.reason)];
    case 'forget':
      return [await forgetRelay(db, asked.relay)];
  }
};
