import { serviceDatabaseUrl } from '@cds/command-line';
import type { AdoptedService } from './cli-arguments.js';

/** The database of a service. */
export const databaseUrl = (root: string, service: AdoptedService, env: NodeJS.ProcessEnv): string =>
  serviceDatabaseUrl(root, service, env);
