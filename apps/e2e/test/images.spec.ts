import { execFile } from 'node:child_process';
import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from '@jest/globals';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const SERVICES = ['gateway', 'catch', 'species', 'leaderboard', 'webhook'];

/** Follows all that the programs import, as the build of their image does. */
const check = async (programs: readonly string[]): Promise<void> => {
  await promisify(execFile)(process.execPath, ['infra/docker/runtime-tree.mjs', '--check', ...programs], {
    cwd: ROOT,
    env: { ...process.env, NODE_OPTIONS: '' },
  });
};

it.each(SERVICES)('an image of %s finds all that its programs need', async (service) => {
  const programs = readdirSync(join(ROOT, 'apps', service, 'dist')).filter((file) => file.endsWith('.js'));
  expect(programs).toContain('main.js');
  await check(programs.map((file) => join('apps', service, 'dist', file)));
});

it('the image of the jobs finds all that they need', async () => {
  const dockerfile = readFileSync(join(ROOT, 'infra', 'docker', 'Dockerfile'), 'utf8');
  const programs =
    /AS migrate-tree\nRUN node infra\/docker\/runtime-tree\.mjs \/tree \\\n([^&]+?) \\\n &&/
      .exec(dockerfile)?.[1]
      ?.split(/[\s\\]+/)
      .filter(Boolean) ?? [];
  expect(programs).toContain('tools/migrate/run.mjs');
  expect(programs).toContain('apps/gateway/dist/bootstrap.js');
  const files = programs.flatMap((program) => globSync(program, { cwd: ROOT }));
  expect(files.length).toBeGreaterThan(programs.length);
  await check(files);
});

it('an image that would lack something is not built', async () => {
  await expect(check(['apps/catch/dist/no-such-program.js'])).rejects.toThrow('no-such-program.js');
});
