import { join } from 'node:path';
import { CONSOLE, type Output } from '@cds/command-line';
import { messageOf } from '@cds/errors';
import { createPool } from '@cds/postgres';
import { type Arguments, HELP, readArguments, UsageError } from './cli-arguments.js';
import { databaseUrl } from './database-url.js';
import { describe } from './describe.js';
import { verify } from './verify.js';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const STATEMENT_TIMEOUT_MS = 600_000;

/** Runs a command line; answers the exit code and never throws. */
export const main = async (argv: readonly string[], output = CONSOLE, env = process.env): Promise<0 | 1 | 2> => {
  try {
    const asked = readArguments(argv);
    if (asked !== 'help') return await run(asked, output, env);
    output.out(HELP);
    return 0;
  } catch (error) {
    output.err(messageOf(error));
    if (error instanceof UsageError) output.err(`\n${HELP}`);
    return 2;
  }
};

const run = async ({ head }: Arguments, output: Output, env: NodeJS.ProcessEnv): Promise<0 | 1> => {
  const pool = createPool(databaseUrl(ROOT, env), {
    applicationName: 'audit-tool',
    max: 1,
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
  });
  const client = await pool.connect();
  try {
    const result = await verify(client, { head, onProgress: (text) => output.err(text) });
    for (const line of describe(result)) output.out(line);
    return result.problem === undefined ? 0 : 1;
  } finally {
    client.release();
    await pool.end();
  }
};
