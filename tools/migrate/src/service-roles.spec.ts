import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serviceRoles } from './service-roles.js';

const app = (name: string) => ({ name, schemaPath: '', database: `cds_${name}` });

test('are named for the databases, with passwords of the environment or of files', () => {
  const folder = mkdtempSync(join(tmpdir(), 'cds-service-roles-'));
  writeFileSync(join(folder, 'password'), 'from a file\n');
  const roles = serviceRoles([app('catch'), app('webhook')], {
    CATCH_DATABASE_PASSWORD: 'from the environment',
    WEBHOOK_DATABASE_PASSWORD_FILE: join(folder, 'password'),
  });
  rmSync(folder, { recursive: true });
  expect(Object.fromEntries(roles)).toEqual({
    catch: { name: 'cds_catch', password: 'from the environment' },
    webhook: { name: 'cds_webhook', password: 'from a file' },
  });
});

test('need a password each: the error names all that are missing', () => {
  expect(() => serviceRoles([app('catch'), app('webhook')], {})).toThrow(
    '--service-roles needs CATCH_DATABASE_PASSWORD, WEBHOOK_DATABASE_PASSWORD.',
  );
});
