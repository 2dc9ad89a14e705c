import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const DATA = join(import.meta.dirname, '..', '..', '..', 'data');
const check = (...args: string[]) => spawnSync('python3', [join(DATA, 'check.py'), ...args], { encoding: 'utf8' });
const isPythonThere = spawnSync('python3', ['--version']).status === 0;

(isPythonThere ? describe : describe.skip)('the catalogue, by the checks of those who collected it', () => {
  it('has no violation', () => {
    const { status, stdout, stderr } = check();
    expect({ status, said: status === 0 ? '' : stdout + stderr }).toEqual({ status: 0, said: '' });
  });

  it('would be refused with one', () => {
    const folder = mkdtempSync(join(tmpdir(), 'catalogue-'));
    const file = join(folder, 'species.csv');
    writeFileSync(file, readFileSync(join(DATA, 'species.csv'), 'utf8').replace(',saltwater,', ',seawater,'));
    expect(check(file).status).toBe(1);
    rmSync(folder, { recursive: true });
  });
});
