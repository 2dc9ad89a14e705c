// One run over all projects, so that the totals at its end are the totals of the product.
import { existsSync, readdirSync } from 'node:fs';

export default {
  // A project's own is not heard in a run over several; a busy machine takes its time to start servers.
  testTimeout: 60_000,
  testSequencer: '<rootDir>/tools/test/longest-first.cjs',
  projects: ['libs', 'apps', 'infra', 'tools']
    .flatMap((folder) => readdirSync(new URL(folder, import.meta.url)).map((name) => `${folder}/${name}`))
    .filter((project) => existsSync(new URL(`${project}/jest.config.mjs`, import.meta.url)))
    .map((project) => `<rootDir>/${project}`),
};
