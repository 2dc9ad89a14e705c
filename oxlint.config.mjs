// What `oxlint` checks. Rules of `typescript/` that need types are carried out by oxlint-tsgolint.

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
  '@cds/photos',
  '@cds/postgres',
  '@cds/publishing',
  '@cds/service-kit',
  '@cds/storage',
  '@cds/validation',
  '@cds/work-queue',
  '**/generated/**',
];
const DATABASE = ['pg', '@prisma/*', '**/generated/**', '**/database/**', 'kafkajs'];

/** These packages, and what a path below their names imports of them. */
const andBelow = (...names) => names.flatMap((name) => (name.endsWith('/**') ? [name] : [name, `${name}/**`]));

const PURE = {
  group: andBelow(...IO),
  message: 'Events, states, decisions and projections are pure: nothing with I/O.',
};
const NO_DATABASE = {
  group: andBelow(...DATABASE),
  message: 'An .http file never reaches a database or Kafka: call a handler or a query.',
};
const PUBLISHED_EVENTS = {
  group: andBelow('@cds/contracts/events'),
  message: 'Only publish-* and *.consumer files import published events.',
};
const NO_PARSING = {
  group: andBelow('@cds/validation'),
  importNames: ['acceptBody', 'parseBody'],
  message: 'An .http file reads the body of a request: a handler gets what it says, or a function that reads it.',
};
const NO_TESTING = {
  group: andBelow('@cds/testing'),
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
  health: ['errors', 'postgres', 'work-queue'],
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

const BOUNDARIES = [
  { sourceTag: 'type:app', onlyDependOnLibsWithTags: ['type:lib', 'type:testing'] },
  { sourceTag: 'type:e2e', onlyDependOnLibsWithTags: ['type:lib', 'type:testing', 'type:infra', 'type:tool'] },
  { sourceTag: 'type:testing', onlyDependOnLibsWithTags: ['type:lib', 'type:infra', 'type:tool'] },
  { sourceTag: 'type:lib', onlyDependOnLibsWithTags: ['type:lib', 'type:testing'] },
  { sourceTag: 'type:infra', onlyDependOnLibsWithTags: ['type:lib', 'type:tool', 'type:testing'] },
  { sourceTag: 'type:tool', onlyDependOnLibsWithTags: ['type:lib', 'type:tool', 'type:infra', 'type:testing'] },
  ...libraryConstraints,
  {
    sourceTag: 'scope:contracts',
    bannedExternalImports: ['@nestjs/*', 'kafkajs', 'pg', '@prisma/*', 'fastify', 'undici'],
  },
  { sourceTag: 'scope:event-sourcing', bannedExternalImports: ['*'] },
  { sourceTag: 'scope:errors', bannedExternalImports: ['*'] },
];

/**
 * All import rules of the files of one role. The options of a rule that is configured again for a file are replaced,
 * never merged: so each role lists everything that holds for its files, and the last match wins.
 */
const importRules = (files, ...patterns) => ({
  files,
  excludeFiles: TESTS,
  rules: { 'no-restricted-imports': ['error', { patterns }] },
});

const errors = (...rules) => Object.fromEntries(rules.map((rule) => [rule, 'error']));

const TYPESCRIPT = ['**/*.ts', '**/*.tsx'];

export default {
  plugins: ['typescript'],
  jsPlugins: ['@nx/eslint-plugin'],
  categories: { correctness: 'off' },
  options: { reportUnusedDisableDirectives: 'error', denyWarnings: true, typeAware: true },
  env: { es2024: true },
  ignorePatterns: [
    '**/dist/**',
    '**/generated/**',
    '**/*.gen.ts',
    '**/coverage/**',
    '**/node_modules/**',
    '**/target/**',
    '**/*.cjs',
    '**/*.cts',
    '**/prisma.config.ts',
    '.nx/**',
    '.local/**',
  ],
  rules: {
    // What typescript-eslint recommends.
    ...errors(
      'no-array-constructor',
      'no-unused-expressions',
      'no-var',
      'prefer-const',
      'prefer-rest-params',
      'prefer-spread',
      'typescript/ban-ts-comment',
      'typescript/no-duplicate-enum-values',
      'typescript/no-empty-object-type',
      'typescript/no-explicit-any',
      'typescript/no-extra-non-null-assertion',
      'typescript/no-misused-new',
      'typescript/no-namespace',
      'typescript/no-non-null-asserted-optional-chain',
      'typescript/no-require-imports',
      'typescript/no-this-alias',
      'typescript/no-unnecessary-type-constraint',
      'typescript/no-unsafe-declaration-merging',
      'typescript/no-unsafe-function-type',
      'typescript/no-wrapper-object-types',
      'typescript/prefer-as-const',
      'typescript/prefer-namespace-keyword',
      'typescript/triple-slash-reference',
    ),
    'no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_', caughtErrors: 'all' }],
  },
  overrides: [
    {
      files: ['**/*.mjs'],
      env: { node: true },
      rules: errors('no-undef'),
    },
    {
      files: [...TYPESCRIPT, '**/*.mts'],
      rules: {
        ...errors('typescript/await-thenable', 'typescript/no-floating-promises', 'typescript/no-misused-promises'),
        'typescript/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      },
    },
    {
      files: TYPESCRIPT,
      // `typescript/consistent-type-imports` is not among them: `import type` of an injected class would turn its
      // parameter type into Function, and injection would fail.
      rules: {
        ...errors('typescript/no-non-null-assertion'),
        'no-restricted-properties': [
          'error',
          { object: 'process', property: 'env', message: 'Only config.ts reads the environment.' },
        ],
        '@nx/enforce-module-boundaries': [
          'error',
          {
            enforceBuildableLibDependency: false,
            allow: [],
            // Tests of what it is made from import it too; what is built never does (NO_TESTING).
            ignoredCircularDependencies: ['lib', 'infra', 'tool'].map((type) => [`tag:type:${type}`, '@cds/testing']),
            depConstraints: BOUNDARIES,
          },
        ],
      },
    },
    {
      files: ['**/config.ts', 'libs/testing/**', 'infra/local/**', 'tools/**', '**/*.spec.ts', '**/test/**'],
      rules: { 'no-restricted-properties': 'off' },
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
  ],
};
