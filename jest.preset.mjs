// Every project's jest settings: native ESM, TypeScript through swc, workspace libraries from their sources.
import * as nodeModule from 'node:module';
import { basename, join } from 'node:path';
import swcOptions from './tools/test/swc-options.cjs';

const at = (path) => join(import.meta.dirname, path);

/**
 * Test files of one worker share its modules. `CDS_TEST_ISOLATED=1` gives every file a VM with modules of its own,
 * which takes far longer, and tells a fault of the file from what another file left behind.
 */
const isShared = 'registerHooks' in nodeModule && !process.env.CDS_TEST_ISOLATED;

const SHARED = {
  testEnvironment: at('tools/test/shared-environment.cjs'),
  runtime: at('tools/test/shared-runtime.cjs'),
  transform: {},
};

const ISOLATED = {
  testEnvironment: 'node',
  testEnvironmentOptions: { customExportConditions: ['@cds/source', 'node', 'node-addons'] },
  resolver: at('tools/nx/jest-resolver.cjs'),
  transform: { '^.+\\.ts$': ['@swc/jest', { ...swcOptions, sourceMaps: 'inline' }] },
};

/** Tests that need neither PostgreSQL nor Kafka. */
export const unitPreset = (rootDir) => ({
  rootDir,
  displayName: basename(rootDir),
  testMatch: ['<rootDir>/{src,test}/**/*.spec.ts'],
  testTimeout: 30_000,
  extensionsToTreatAsEsm: ['.ts'],
  modulePathIgnorePatterns: ['<rootDir>/dist'],
  ...(isShared ? SHARED : ISOLATED),
});

/** The same, with one real PostgreSQL and one real Kafka started for the run and stopped after it. */
export const integrationPreset = (rootDir) => ({
  ...unitPreset(rootDir),
  globalSetup: at('libs/testing/jest/global-setup.mjs'),
  globalTeardown: at('libs/testing/jest/global-teardown.mjs'),
});
