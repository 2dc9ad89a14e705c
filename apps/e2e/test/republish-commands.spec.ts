import { describe, expect, it } from '@jest/globals';
import { runWithoutSettings } from './run-without-settings.js';

const COMMANDS = [
  ...['catch', 'gateway', 'leaderboard', 'species', 'webhook'].map((service) => [service, 'republish', '--for']),
  ...['catch', 'species'].map((service) => [service, 'lost-versions', '--from']),
] as const;

describe.each(COMMANDS)('the %s service’s %s.js', (service = '', command = '', required = '') => {
  const run = (...args: readonly string[]) => runWithoutSettings(`apps/${service}/dist/${command}.js`, ...args);

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
  const { status, stderr } = runWithoutSettings(
    'apps/webhook/dist/republish.js',
    '--for',
    'leaderboard',
    '--from',
    'beginning',
  );
  expect(status).toBe(1);
  expect(stderr).toContain("Unknown option '--from'");
});
