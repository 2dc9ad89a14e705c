import { expect, it } from '@jest/globals';
import { runWithoutSettings as run } from './run-without-settings.js';

const SERVICES = ['catch', 'leaderboard', 'species'];

const rebuild = (service: string, ...args: readonly string[]) => run(`apps/${service}/dist/rebuild.js`, ...args);

it.each(SERVICES)('rebuild.js of %s explains itself, and rebuilds nothing', (service) => {
  for (const option of ['--help', '-h']) {
    const { status, stdout, stderr } = rebuild(service, option);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toContain('dist/rebuild.js');
  }
});

it.each(SERVICES)('rebuild.js of %s refuses what it does not know', (service) => {
  const { status, stdout, stderr } = rebuild(service, '--dry-run');
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toMatch(/^There is no argument "--dry-run"\./);
});

it.each(SERVICES)('`npm run rebuild -- %s --help` explains itself', (service) => {
  const { status, stdout } = run('tools/rebuild/run.mjs', service, '--help');
  expect(status).toBe(0);
  expect(stdout).toContain('npm run rebuild');
});

it('`npm run rebuild` says that it knows no database', () => {
  const { status, stderr } = run('tools/rebuild/run.mjs', 'catch');
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr: 'No database is known: start the local stack (npm start), or set DATABASE_URL.\n',
  });
});
