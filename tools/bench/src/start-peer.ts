import { join } from 'node:path';
import { type Server, startServer } from './start-server.js';

/** The bare server beside the stack, on the stack's catch database. */
export const startPeer = (databaseUrl: string): Promise<Server> => {
  const url = new URL(databaseUrl);
  url.pathname = '/cds_catch';
  return startServer(join(import.meta.dirname, 'peer.js'), { DATABASE_URL: url.href });
};
