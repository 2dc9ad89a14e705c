import { serviceDatabaseUrl } from '@cds/command-line';

/** The gateway's database, which has the audit log. */
export const databaseUrl = (root: string, env: NodeJS.ProcessEnv): string => serviceDatabaseUrl(root, 'gateway', env);
