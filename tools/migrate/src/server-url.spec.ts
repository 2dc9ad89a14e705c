import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findServer } from './server-url.js';

const root = mkdtempSync(join(tmpdir(), 'cds-migrate-test-'));
afterAll(() => rmSync(root, { recursive: true }));

describe('the server to work on', () => {
  it('is the one asked for, before that of the environment', () => {
    expect(findServer(root, 'postgresql://asked', { DATABASE_URL: 'postgresql://env' }).url).toBe('postgresql://asked');
    expect(findServer(root, undefined, { DATABASE_URL: 'postgresql://env' }).url).toBe('postgresql://env');
  });

  it('is a server unless the URL names a database of its own', () => {
    const isOneDatabase = (url: string) => findServer(root, url, {}).isOneDatabase;
    expect(
      ['postgresql://db', 'postgresql://db/', 'postgresql://db/postgres', 'postgresql://db/cds_catch'].map(
        isOneDatabase,
      ),
    ).toEqual([false, false, false, true]);
  });

  it("is the local stack's when nothing else is said", () => {
    expect(() => findServer(root, undefined, {})).toThrow('No PostgreSQL is known');
    writeFileSync(join(root, 'credentials.json'), JSON.stringify({ database_url: 'postgresql://local' }));
    expect(findServer(root, undefined, { CDS_DATA_DIR: '.' }).url).toBe('postgresql://local');
  });

  it('is a PostgreSQL', () => {
    expect(() => findServer(root, 'mysql://db', {})).toThrow(
      '--url must be like postgresql://user:password@host:5432, and is not.',
    );
  });
});
