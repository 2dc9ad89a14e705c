import { parseArgs } from 'node:util';
import { messageOf } from '@cds/errors';
import { createPool } from '@cds/postgres';
import { readBootstrapConfig } from '../../../config.js';
import { PrismaService } from '../../../database/prisma.service.js';
import { bootstrapAccounts } from './bootstrap-accounts.handler.js';

const HELP = `Makes the accounts admin (every scope) and reviewer (verifications, catches:read), each with an API key,
where they are missing, and a person who signs in with a browser for admin.

  node dist/bootstrap.js [--new-keys]

Prints one line of JSON:
{"admin":{"account_id":"acc_…","key":"cds_live_…","person":{"email":"…","password":"…"}},"reviewer":{…}}.
The key and the password of who was there already cannot be shown again and are null; --new-keys makes new ones and
revokes those that were made here before.
DATABASE_URL names the gateway's database.`;

/** Runs one command line; `text` belongs on stdout when the exit code is 0, else on stderr. */
export const bootstrapCommand = async (argv: readonly string[]): Promise<{ exitCode: number; text: string }> => {
  try {
    const { values } = parseArgs({
      args: [...argv],
      options: { 'new-keys': { type: 'boolean', default: false }, help: { type: 'boolean', default: false } },
    });
    return { exitCode: 0, text: values.help ? HELP : await run(values['new-keys']) };
  } catch (error) {
    return { exitCode: 1, text: messageOf(error) };
  }
};

const run = async (newKeys: boolean): Promise<string> => {
  const pool = createPool(readBootstrapConfig().database.url, { applicationName: 'gateway-bootstrap', max: 1 });
  try {
    return JSON.stringify(await bootstrapAccounts(new PrismaService(pool), { newKeys }));
  } finally {
    await pool.end();
  }
};
