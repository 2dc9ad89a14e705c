import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { localStack } from './local-stack.js';

describe('the local stack', () => {
  let root: string;
  beforeEach(() => void (root = mkdtempSync(join(tmpdir(), 'cds-local-stack-'))));
  afterEach(() => rmSync(root, { recursive: true }));

  const startedIn = (folder: string): string => {
    const file = join(root, folder, 'credentials.json');
    mkdirSync(join(root, folder), { recursive: true });
    writeFileSync(file, JSON.stringify({ database_url: `postgresql://${folder}` }));
    return file;
  };

  it('has its data in .local', () => {
    const file = startedIn('.local');
    const found = { file, credentials: { database_url: 'postgresql://.local' } };
    expect(localStack(root, {})).toEqual(found);
    expect(localStack(root, { CDS_DATA_DIR: '' })).toEqual(found);
  });

  it('has its data in the folder that the environment names, from the root on or from anywhere', () => {
    startedIn('.local');
    const file = startedIn('other');
    const found = { file, credentials: { database_url: 'postgresql://other' } };
    expect(localStack(root, { CDS_DATA_DIR: 'other' })).toEqual(found);
    expect(localStack('/', { CDS_DATA_DIR: join(root, 'other') })).toEqual(found);
  });

  it('is undefined when none was started there', () => {
    startedIn('.local');
    expect(localStack(root, { CDS_DATA_DIR: 'nowhere' })).toBeUndefined();
  });
});
