import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { databaseUrl } from './database-url.js';

describe('the database to work on', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'cds-relay-'));
    writeFileSync(join(folder, 'credentials.json'), JSON.stringify({ database_url: 'postgresql://local:1/postgres' }));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const urlWith = (env: NodeJS.ProcessEnv): string => databaseUrl(folder, 'catch', env);

  it('is on the server of the environment', () => {
    expect(urlWith({ DATABASE_URL: 'postgresql://a:1', CDS_DATA_DIR: folder })).toBe('postgresql://a:1/cds_catch');
  });

  it('is the one that the environment names', () => {
    expect(urlWith({ DATABASE_URL: 'postgresql://a:1/restored' })).toBe('postgresql://a:1/restored');
  });

  it('may stand in a file', () => {
    const file = join(folder, 'database_url');
    writeFileSync(file, 'postgresql://b:2/cds\n');
    expect(urlWith({ DATABASE_URL_FILE: file, CDS_DATA_DIR: folder })).toBe('postgresql://b:2/cds');
  });

  it('is else that of the local stack', () => {
    expect(urlWith({ CDS_DATA_DIR: folder })).toBe('postgresql://local:1/cds_catch');
  });

  it('must be known', () => {
    expect(() => urlWith({})).toThrow('No database is known');
  });
});
