import { join } from 'node:path';
import { CONSOLE } from '@cds/command-line';
import { messageOf } from '@cds/errors';
import { createPool } from '@cds/postgres';
import type pg from 'pg';
import { adoptFeed } from './adopt-feed.js';
import { adoptLog } from './adopt-log.js';
import { BY_INDEX } from './adopted-ids.js';
import { type AdoptedService, type Arguments, HELP, readArguments, UsageError } from './cli-arguments.js';
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

const execute = async (db: pg.Pool, asked: Arguments): Promise<string[]> => {
  switch (asked.command) {
    case 'list':
      return listRelays(db);
    case 'skip':
      return [await skipEvent(db, asked.event, asked.reason)];
    case 'forget':
      return [await forgetRelay(db, asked.relay)];
    case 'adopt':
      return adopt(db, asked.service);
  }
};

/** On one connection, which holds the relay's lock; the last of the pool, which is closed with it. */
const adopt = async (pool: pg.Pool, service: AdoptedService): Promise<string[]> => {
  const session = await pool.connect();
  try {
    await session.query(BY_INDEX);
    return await (service === 'webhook' ? adoptFeed(session) : adoptLog(session));
  } finally {
    session.release(true);
  }
};
