import nx from '@nx/eslint-plugin';
import globals from 'globals';
import tseslint from 'typescript-eslint';

const IO = [
  '@nestjs/*',
  'pg',
  'kafkajs',
  'undici',
  '@prisma/*',
  'node:fs*',
  'node:net',
  'node:http*',
  '@cds/consumer-offsets',
  '@cds/event-store',
  '@cds/health',
  '@cds/idempotency',
  '@cds/kafka',
  '@cds/listing',
  '@cds/messaging',
  '@cds/messaging/*',
  '@cds/photos',
  '@cds/postgres',
  '@cds/publishing',
  '@cds/publishing/*',
  '@cds/service-kit',
  '@cds/storage',
  '@cds/validation',
  '@cds/work-queue',
  '**/generated/**',
];
const DATABASE = ['pg', '@prisma/*', '**/generated/**', '**/database/**', 'kafkajs'];

const PURE = { group: IO, message: 'Events, states, decisions and projections are pure: nothing with I/O.' };
const NO_DATABASE = {
  group: DATABASE,
  message: 'An .http file never reaches a database or Kafka: call a handler or a query.',
};
const PUBLISHED_EVENTS = {
  group: ['@cds/contracts/events', '@cds/contracts/events/*'],
  message: 'Only publish-* and *.consumer files import published events.',
};
const NO_PARSING = {
  group: ['@cds/validation'],
  importNames: ['acceptBody', 'parseBody'],
  message: 'An .http file reads the body of a request: a handler gets what it says, or a function that reads it.',
};
const NO_TESTING = {
  group: ['@cds/testing', '@cds/testing/*'],
  message: 'Production code never imports test helpers.',
};
const NOTHING_ELSE = { regex: '^[^.]', message: 'The SDK has no dependency at run time.' };

/** The libraries that each library may import. Its tests may import `testing` too. */
const LIBRARIES = {
  audit: ['contracts', 'kafka', 'postgres', 'service-kit', 'work-queue'],
  asyncapi: ['contracts', 'kafka'],
  'consumer-offsets': ['kafka', 'postgres'],
  contracts: [],
  errors: ['contracts'],
  'event-sourcing': [],
  'event-store': ['errors', 'event-sourcing', 'postgres'],
  health: ['postgres', 'work-queue'],
  idempotency: ['errors', 'identity', 'postgres', 'validation', 'work-queue'],
  identity: ['contracts', 'errors'],
  kafka: ['contracts', 'errors'],
  listing: ['postgres', 'validation'],
  messaging: ['consumer-offsets', 'contracts', 'errors', 'health', 'kafka', 'postgres', 'service-kit', 'tracing'],
  openapi: ['contracts'],
  photos: ['errors', 'postgres', 'service-kit', 'storage', 'validation', 'work-queue'],
  postgres: ['errors', 'tracing'],
  publishing: [
    'contracts',
    'errors',
    'event-sourcing',
    'event-store',
    'health',
    'kafka',
    'postgres',
    'service-kit',
    'tracing',
  ],
  sdk: [],
  'service-kit': [
    'contracts',
    'errors',
    'health',
    'idempotency',
    'identity',
    'listing',
    'postgres',
    'tracing',
    'validation',
    'work-queue',
  ],
  storage: ['errors'],
  tracing: [],
  validation: ['contracts', 'errors'],
  'work-queue': ['errors', 'postgres'],
};

const libraryConstraints = Object.entries(LIBRARIES).map(([library, imported]) => ({
  sourceTag: `scope:${library}`,
  onlyDependOnLibsWithTags: [...imported, 'testing'].map((name) => `scope:${name}`),
}));

const TESTS = ['**/*.spec.ts', '**/test/**', '**/testing/**'];

/**
 * All import rules of the files of one role. ESLint replaces the options of a rule that is configured again for a
 * file, it never merges them: so each role lists everything that holds for its files, and the last match wins.
 */
const importRules = (files, ...patterns) => ({
  files,
  ignores: TESTS,
  rules: { 'no-restricted-imports': ['error', { patterns }] },
});

export default tseslint.config(
  {
    ignores: [
      '**/dist',
      '**/generated',
      '**/*.gen.ts',
      '**/coverage',
      '**/node_modules',
      '**/target',
      '**/*.cjs',
      '**/*.cts',
      '**/prisma.config.ts',
      '.nx',
      '.local',
    ],
  },
  ...tseslint.configs.recommended,
  {
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
    },
  },
  {
    files: ['**/*.mjs'],
    languageOptions: { globals: globals.node },
    rules: { 'no-undef': 'error' },
  },
  {
    files: ['**/*.ts', '**/*.tsx'],
    // Rules that need types stand in .oxlintrc.json: oxlint reads the types in a sixth of the time.
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
      // `import type` of an injected class would turn its parameter type into Function, and injection would fail.
      '@typescript-eslint/consistent-type-imports': 'off',
      'no-restricted-properties': [
        'error',
        { object: 'process', property: 'env', message: 'Only config.ts reads the environment.' },
      ],
    },
  },
  {
    files: ['**/config.ts', 'libs/testing/**', 'infra/local/**', 'tools/**', '**/*.spec.ts', '**/test/**'],
    rules: { 'no-restricted-properties': 'off' },
  },
  {
    files: ['**/*.ts', '**/*.tsx'],
    plugins: { '@nx': nx },
    rules: {
      '@nx/enforce-module-boundaries': [
        'error',
        {
          enforceBuildableLibDependency: false,
          allow: [],
          // Tests of what it is made from import it too; what is built never does (NO_TESTING).
          ignoredCircularDependencies: ['lib', 'infra', 'tool'].map((type) => [`tag:type:${type}`, '@cds/testing']),
          depConstraints: [
            { sourceTag: 'type:app', onlyDependOnLibsWithTags: ['type:lib', 'type:testing'] },
            {
              sourceTag: 'type:e2e',
              onlyDependOnLibsWithTags: ['type:lib', 'type:testing', 'type:infra', 'type:tool'],
            },
            { sourceTag: 'type:testing', onlyDependOnLibsWithTags: ['type:lib', 'type:infra', 'type:tool'] },
            { sourceTag: 'type:lib', onlyDependOnLibsWithTags: ['type:lib', 'type:testing'] },
            { sourceTag: 'type:infra', onlyDependOnLibsWithTags: ['type:lib', 'type:tool', 'type:testing'] },
            {
              sourceTag: 'type:tool',
              onlyDependOnLibsWithTags: ['type:lib', 'type:tool', 'type:infra', 'type:testing'],
            },
            ...libraryConstraints,
            {
              sourceTag: 'scope:contracts',
              bannedExternalImports: ['@nestjs/*', 'kafkajs', 'pg', '@prisma/*', 'fastify', 'undici'],
            },
            { sourceTag: 'scope:event-sourcing', bannedExternalImports: ['*'] },
            { sourceTag: 'scope:errors', bannedExternalImports: ['*'] },
          ],
        },
      ],
    },
  },
  {
    // Samples import the package as its users do.
    files: ['libs/sdk/samples/**/*.ts'],
    rules: { '@nx/enforce-module-boundaries': 'off' },
  },
  importRules(['libs/**/*.ts', 'infra/**/*.ts', 'tools/**/*.ts'], NO_TESTING),
  importRules(['libs/sdk/src/**/*.ts'], NOTHING_ELSE),
  importRules(['apps/*/src/**/*.ts'], NO_TESTING, PUBLISHED_EVENTS),
  // Published events are spoken at the border alone: publish-* writes them, *.consumer reads them.
  importRules(['apps/*/src/**/publish-*.ts', 'apps/*/src/**/*.consumer.ts'], NO_TESTING),
  importRules(
    ['events', 'state', 'projection', 'decision'].map((role) => `apps/*/src/**/*.${role}.ts`),
    NO_TESTING,
    PUBLISHED_EVENTS,
    PURE,
  ),
  importRules(['apps/*/src/**/*.handler.ts'], NO_TESTING, PUBLISHED_EVENTS, NO_PARSING),
  importRules(['apps/*/src/**/*.http.ts'], NO_TESTING, PUBLISHED_EVENTS, NO_DATABASE),
);
