import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Service } from './cli-arguments.js';

/**
 * The database of a service: on the server that DATABASE_URL, or the file DATABASE_URL_FILE, names; else on the server
 * of the local stack.
 */
export const databaseUrl = (root: string, service: Service, env: NodeJS.ProcessEnv): string => {
  const file = env['DATABASE_URL_FILE'];
  const server = (file ? readFileSync(file, 'utf8').trim() : env['DATABASE_URL']) || localServer(root, env);
  if (!server) throw new Error('No database is known: start the local stack (npm start), or set DATABASE_URL.');
  const url = new URL(server);
  if (['', '/', '/postgres'].includes(url.pathname)) url.pathname = `/cds_${service}`;
  return url.href;
};

const localServer = (root: string, env: NodeJS.ProcessEnv): string | undefined => {
  const file = join(resolve(root, env['CDS_DATA_DIR'] || '.local'), 'credentials.json');
  if (!existsSync(file)) return undefined;
  return (JSON.parse(readFileSync(file, 'utf8')) as { database_url?: string }).database_url;
};
