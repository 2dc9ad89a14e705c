import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const COMMANDS = [
  ...['catch', 'gateway', 'leaderboard', 'species', 'webhook'].map((service) => [service, 'republish', '--for']),
  ...['catch', 'species'].map((service) => [service, 'lost-versions', '--from']),
] as const;

describe.each(COMMANDS)('the %s service’s %s.js', (service = '', command = '', required = '') => {
  /** Without any setting: a command that went on would ask for its database. */
  const run = (...args: readonly string[]) =>
    spawnSync(process.execPath, [join(ROOT, 'apps', service, 'dist', `${command}.js`), ...args], {
      encoding: 'utf8',
      env: { PATH: process.env['PATH'] },
    });

  it('explains itself', () => {
    const { status, stdout, stderr } = run(required, 'leaderboard', '--help');
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toContain(`node dist/${command}.js ${required} `);
  });

  it('refuses what it does not know, with its help', () => {
    const { status, stdout, stderr } = run('--dry-run');
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toContain("Unknown option '--dry-run'");
    expect(stderr).toContain(`node dist/${command}.js ${required} `);
  });
});

it('the webhook service, which has no log, refuses a time to begin at', () => {
  const script = join(ROOT, 'apps', 'webhook', 'dist', 'republish.js');
  const { status, stderr } = spawnSync(process.execPath, [script, '--for', 'leaderboard', '--from', 'beginning'], {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'] },
  });
  expect(status).toBe(1);
  expect(stderr).toContain("Unknown option '--from'");
});
