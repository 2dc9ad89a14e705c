import { parseArgs } from 'node:util';
import { messageOf } from '@cds/errors';
import { createPool } from '@cds/postgres';
import { SecretBox } from '@cds/service-kit';
import { readSigningKeysConfig } from '../config.js';
import { PrismaService } from '../database/prisma.service.js';
import type { SigningKey } from './signing-key.js';
import { SigningKeyStore } from './signing-key.store.js';
import { signingKeyView } from './signing-key-view.js';

const HELP = `The Ed25519 keys that sign webhooks, as /.well-known/webhook-keys publishes them.

  npm run signing-keys -- list
      the published keys, the latest to sign first
  npm run signing-keys -- rotate
      creates the next key: published at once, it signs after 24 hours, and the present one stays published for
      another 30 days
  npm run signing-keys -- replace
      deletes every key and creates one that signs at once: for keys that may be known to others. Receivers refuse v1a
      signatures until they have read the new key

DATABASE_URL names the service's database, and WEBHOOK_SECRET_KEYS has the keys that seal the private ones. By default
they are those of the local stack.`;

const COMMANDS = {
  list: (store) => store.all(),
  rotate: async (store) => [await store.rotate()],
  replace: async (store) => [await store.replace()],
} as const satisfies Record<string, (store: SigningKeyStore) => Promise<SigningKey[]>>;

/** Runs one command line; `text` belongs on stdout when the exit code is 0, else on stderr. Never rejects. */
export const signingKeysCommand = async (
  argv: readonly string[],
  env?: NodeJS.ProcessEnv,
): Promise<{ exitCode: number; text: string }> => {
  try {
    const { positionals, values } = parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: { help: { type: 'boolean', default: false, short: 'h' } },
    });
    if (values.help) return { exitCode: 0, text: HELP };
    const [name = '', ...more] = positionals;
    if (!isCommand(name) || more.length > 0) return { exitCode: 1, text: HELP };
    return { exitCode: 0, text: (await run(name, env)).map(lineOf).join('\n') };
  } catch (error) {
    return { exitCode: 1, text: messageOf(error) };
  }
};

const isCommand = (name: string): name is keyof typeof COMMANDS => Object.hasOwn(COMMANDS, name);

const run = async (command: keyof typeof COMMANDS, env: NodeJS.ProcessEnv | undefined): Promise<SigningKey[]> => {
  const { database, webhook } = readSigningKeysConfig(env);
  const pool = createPool(database.url, { applicationName: 'webhook-signing-keys', max: 1 });
  const prisma = new PrismaService(pool);
  try {
    // An operator's machine may have another time than the service.
    const { rows } = await pool.query<{ now: Date }>('SELECT clock_timestamp() AS now');
    const clock = { now: () => rows[0]?.now ?? new Date() };
    return await COMMANDS[command](new SigningKeyStore(prisma, new SecretBox(webhook.secretKeys), clock));
  } finally {
    await prisma.$disconnect();
    await pool.end();
  }
};

const lineOf = (key: SigningKey): string => {
  const { kid, whpk, signs_from } = signingKeyView(key);
  return `${kid} ${whpk} signs from ${signs_from}`;
};
