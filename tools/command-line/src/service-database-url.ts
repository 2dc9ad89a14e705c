import { valueOf } from './value-of.js';
import { localStack } from './local-stack.js';

/**
 * The database of a service: on the server that DATABASE_URL, or the file DATABASE_URL_FILE, names; else on the server
 * of the local stack. A URL that names a database other than the server's own `postgres` is left as it is. Fails when
 * neither names a server.
 */
export const serviceDatabaseUrl = (root: string, service: string, env: NodeJS.ProcessEnv): string => {
  const server = valueOf('DATABASE_URL', env) ?? localStack(root, env)?.credentials.database_url;
  if (!server) throw new Error('No database is known: start the local stack (npm start), or set DATABASE_URL.');
  const url = new URL(server);
  if (['', '/', '/postgres'].includes(url.pathname)) url.pathname = `/cds_${service}`;
  return url.href;
};
