import { serviceDatabaseUrl } from '@cds/command-line';
import type { Service } from './cli-arguments.js';

/** The database of a service. */
export const databaseUrl = (root: string, service: Service, env: NodeJS.ProcessEnv): string =>
  serviceDatabaseUrl(root, service, env);
