// Every project's jest settings: native ESM, TypeScript through swc, workspace libraries from their sources.
import { basename, join } from 'node:path';

const at = (path) => join(import.meta.dirname, path);

/** Tests that need neither PostgreSQL nor Kafka. */
export const unitPreset = (rootDir) => ({
  rootDir,
  displayName: basename(rootDir),
  testEnvironment: 'node',
  testMatch: ['<rootDir>/{src,test}/**/*.spec.ts'],
  testTimeout: 30_000,
  extensionsToTreatAsEsm: ['.ts'],
  modulePathIgnorePatterns: ['<rootDir>/dist'],
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      {
        swcrc: false,
        sourceMaps: 'inline',
        jsc: {
          target: 'es2024',
          parser: { syntax: 'typescript', decorators: true },
          transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: true },
          keepClassNames: true,
        },
        module: { type: 'es6' },
      },
    ],
  },
  resolver: at('tools/nx/jest-resolver.cjs'),
  testEnvironmentOptions: { customExportConditions: ['@cds/source', 'node', 'node-addons'] },
});

/** The same, with one real PostgreSQL and one real Kafka started for the run and stopped after it. */
export const integrationPreset = (rootDir) => ({
  ...unitPreset(rootDir),
  globalSetup: at('libs/testing/jest/global-setup.mjs'),
  globalTeardown: at('libs/testing/jest/global-teardown.mjs'),
});
