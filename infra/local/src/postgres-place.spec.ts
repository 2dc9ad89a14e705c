import { chmodSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { removeScratchFolders, scratchFolder } from '../test/scratch-folder.js';
import { guardFolder } from './guard.js';
import { postgresPlace, removePostgres } from './postgres-place.js';

const asRoot = process.getuid?.() === 0 ? describe : describe.skip;

afterAll(removeScratchFolders);

describe("PostgreSQL's data", () => {
  it('is in its data folder where that can be reached', () => {
    const dataDir = join(scratchFolder(), 'postgres');
    expect(postgresPlace(dataDir).cluster).toBe(join(dataDir, 'cluster'));
  });
});

asRoot('in a folder that is closed to all but root', () => {
  const closedFolder = (): string => {
    const folder = scratchFolder();
    chmodSync(folder, 0o700);
    return join(folder, 'postgres');
  };

  it('is outside, at a place that stays the same, and goes when the data folder is deleted', () => {
    const dataDir = closedFolder();
    const { cluster } = postgresPlace(dataDir);
    guardFolder(dirname(cluster));
    expect(cluster).toMatch(/^\/var\/tmp\/cds-[0-9a-f]{16}\/cluster$/);
    mkdirSync(cluster);
    chmodSync(dirname(dataDir), 0o711);
    expect(postgresPlace(dataDir).cluster).toBe(cluster);
    expect(existsSync(cluster)).toBe(true);
    chmodSync(dirname(dataDir), 0o700);
    rmSync(dataDir, { recursive: true });
    expect(postgresPlace(dataDir).cluster).toBe(cluster);
    expect(existsSync(cluster)).toBe(false);
    removePostgres(dataDir);
    expect(existsSync(dirname(cluster))).toBe(false);
  });

  it('is not begun anew outside when the folder was closed later', () => {
    const dataDir = join(scratchFolder(), 'postgres');
    mkdirSync(postgresPlace(dataDir).cluster);
    chmodSync(dirname(dataDir), 0o700);
    expect(() => postgresPlace(dataDir)).toThrow('is closed to others now');
  });

  it('is in its data folder when only the programs are closed to others, with a copy of those', () => {
    const installed = scratchFolder();
    mkdirSync(join(installed, 'native', 'bin'), { recursive: true });
    writeFileSync(join(installed, 'native', 'bin', 'postgres'), '');
    writeFileSync(join(installed, 'package.json'), '{ "version": "18.1.2" }');
    chmodSync(installed, 0o700);
    const dataDir = join(scratchFolder(), 'postgres');
    const { bin, cluster } = postgresPlace(dataDir, installed);
    expect(cluster).toBe(join(dataDir, 'cluster'));
    expect(bin).toBe(join(dataDir, 'native-18.1.2', 'bin'));
    expect(existsSync(join(bin, 'postgres'))).toBe(true);
  });
});
