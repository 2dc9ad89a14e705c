import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';

export interface MigratedApp {
  name: string;
  schemaPath: string;
  /** The app's database on a server that holds all of them. */
  database: string;
}

export const databaseName = (app: string): string => `cds_${app}`;

const schemaOf = (root: string, app: string): string => resolve(root, 'apps', app, 'prisma', 'schema.prisma');

const describe = (root: string, name: string): MigratedApp => ({
  name,
  schemaPath: schemaOf(root, name),
  database: databaseName(name),
});

/** Every app that has a database, by name. */
export const appsWithMigrations = (root: string): MigratedApp[] =>
  readdirSync(join(root, 'apps'))
    .filter((app) => existsSync(schemaOf(root, app)))
    .sort()
    .map((app) => describe(root, app));

/** One app by its name; the error of an unknown name lists the known ones. */
export const migratedApp = (root: string, name: string): MigratedApp => {
  const apps = appsWithMigrations(root);
  const found = apps.find((app) => app.name === name);
  if (!found)
    throw new Error(
      `There is no app "${name}" with a database. Known: ${apps.map((app) => app.name).join(', ') || 'none'}.`,
    );
  return found;
};
