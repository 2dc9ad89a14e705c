import { valueOf } from '@cds/command-line';
import type { MigratedApp } from './migrated-apps.js';
import type { ServiceRole } from './service-role.js';

/** The environment variable with the password of a service's role; with `_FILE`, that of a file that has it. */
const variableOf = (app: string): string => `${app.toUpperCase().replaceAll('-', '_')}_DATABASE_PASSWORD`;

const passwordOf = (app: string, env: NodeJS.ProcessEnv): string | undefined => valueOf(variableOf(app), env);

/** The role of each app, by the app's name. Throws an error that names every password that is missing. */
export const serviceRoles = (
  apps: readonly MigratedApp[],
  env: NodeJS.ProcessEnv,
): ReadonlyMap<string, ServiceRole> => {
  const missing = apps.filter(({ name }) => passwordOf(name, env) === undefined);
  if (missing.length > 0)
    throw new Error(`--service-roles needs ${missing.map(({ name }) => variableOf(name)).join(', ')}.`);
  return new Map(apps.map(({ name, database }) => [name, { name: database, password: passwordOf(name, env) ?? '' }]));
};
