import { join } from 'node:path';
import { appsWithMigrations, drift, migratedApp } from './index.js';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const { postgresUrl } = JSON.parse(process.env['CDS_TEST_SERVERS'] ?? '{}') as { postgresUrl: string };

describe('the apps of this repository', () => {
  it.each(appsWithMigrations(ROOT).map((app) => [app.name, app.schemaPath]))(
    '%s has migrations that make what its schema says',
    async (_name, schemaPath) => {
      expect(await drift({ schemaPath, url: postgresUrl })).toBe('');
    },
  );

  it('are named when one is asked for that is not there', () => {
    expect(() => migratedApp(ROOT, 'boats')).toThrow(
      'There is no app "boats" with a database. Known: catch, gateway, leaderboard, species, webhook.',
    );
  });
});
