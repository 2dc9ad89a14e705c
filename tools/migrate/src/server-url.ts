import { localStack, valueOf } from '@cds/command-line';
import { databaseOf } from './database-url.js';

export interface ServerUrl {
  url: string;
  /** It names a database other than the server's own `postgres`. */
  isOneDatabase: boolean;
}

const checked = (url: string, origin: string): ServerUrl => {
  if (!/^postgres(ql)?:\/\//.test(url) || !URL.canParse(url)) {
    throw new Error(`${origin} must be like postgresql://user:password@host:5432, and is not.`);
  }
  return { url, isOneDatabase: !['', 'postgres'].includes(databaseOf(url)) };
};

/** The server to work on: the one asked for, else that of the environment, else the local stack's. */
export const findServer = (root: string, asked: string | undefined, env: NodeJS.ProcessEnv): ServerUrl => {
  if (asked !== undefined) return checked(asked, '--url');
  const named = valueOf('DATABASE_URL', env);
  if (named !== undefined) return checked(named, 'DATABASE_URL');
  const stack = localStack(root, env);
  if (!stack)
    throw new Error('No PostgreSQL is known: give --url, set DATABASE_URL, or start the local stack (npm start).');
  return checked(stack.credentials.database_url ?? '', `database_url in ${stack.file}`);
};
