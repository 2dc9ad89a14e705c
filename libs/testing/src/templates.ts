import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { messageOf } from '@cds/errors';
import { appsWithMigrations, deploy, ensureDatabase, withDatabase } from '@cds/migrate';
import type { SharedServers } from './shared-servers.js';

const ROOT = join(import.meta.dirname, '..', '..', '..');

const nameOf = (app: string): string => `template_${app}`;

/**
 * A migrated database per app to clone from. A migration that fails is the problem of that app's tests alone, so it is
 * remembered and not thrown.
 */
export const makeTemplates = async (postgresUrl: string): Promise<SharedServers['templates']> => {
  const templates: SharedServers['templates'] = { empty: { database: 'template1' } };
  for (const app of appsWithMigrations(ROOT)) {
    if (!existsSync(join(dirname(app.schemaPath), 'migrations'))) continue;
    const url = withDatabase(postgresUrl, nameOf(app.name));
    try {
      await ensureDatabase(url);
      await deploy({ schemaPath: app.schemaPath, url });
      templates[app.name] = { database: nameOf(app.name) };
    } catch (error) {
      templates[app.name] = { problem: messageOf(error) };
    }
  }
  return templates;
};
