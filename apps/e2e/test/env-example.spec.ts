import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..', '..');

describe('.env.example', () => {
  it('is what the services’ settings say', () => {
    const { status, stderr } = spawnSync(process.execPath, [join(ROOT, 'tools', 'env-example', 'run.mjs'), '--check'], { encoding: 'utf8', env: { ...process.env, NODE_OPTIONS: '' } });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });
});
