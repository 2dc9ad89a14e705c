import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serviceDatabaseUrl } from './service-database-url.js';

describe('the database of a service', () => {
  const folder = mkdtempSync(join(tmpdir(), 'cds-service-database-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  const stackSays = (credentials: object): void =>
    writeFileSync(join(folder, 'credentials.json'), JSON.stringify(credentials));
  const urlWith = (env: NodeJS.ProcessEnv): string =>
    serviceDatabaseUrl('/', 'species', { CDS_DATA_DIR: folder, ...env });

  it('is named for the service when a server is named', () => {
    const urls = ['postgresql://a:1', 'postgresql://a:1/', 'postgresql://a:1/postgres'];
    expect(urls.map((url) => urlWith({ DATABASE_URL: url }))).toEqual(Array(3).fill('postgresql://a:1/cds_species'));
  });

  it('is the one that the URL names', () => {
    expect(urlWith({ DATABASE_URL: 'postgresql://a:1/restored?sslmode=require' })).toBe(
      'postgresql://a:1/restored?sslmode=require',
    );
  });

  it('is on the server of the local stack when the environment names none', () => {
    stackSays({ database_url: 'postgresql://local:1/postgres' });
    expect(urlWith({})).toBe('postgresql://local:1/cds_species');
    expect(urlWith({ DATABASE_URL: '' })).toBe('postgresql://local:1/cds_species');
    expect(urlWith({ DATABASE_URL: 'postgresql://a:1' })).toBe('postgresql://a:1/cds_species');
  });

  it('must be known', () => {
    const message = 'No database is known: start the local stack (npm start), or set DATABASE_URL.';
    stackSays({});
    expect(() => urlWith({})).toThrow(message);
    expect(() => urlWith({ CDS_DATA_DIR: join(folder, 'nowhere') })).toThrow(message);
  });
});
