import nx from '@nx/eslint-plugin';
import tseslint from 'typescript-eslint';

/** `no-restricted-imports` for the files of one role. */
const roleMayNotImport = (files, group, message) => ({
  files,
  rules: { 'no-restricted-imports': ['error', { patterns: [{ group, message }] }] },
});

const IO = [
  '@nestjs/*',
  'pg',
  'kafkajs',
  'undici',
  '@prisma/*',
  'node:fs*',
  'node:net',
  'node:http*',
  '@cds/messaging',
  '@cds/service-kit',
  '**/generated/**',
];

export default tseslint.config(
  {
    ignores: [
      '**/dist',
      '**/generated',
      '**/coverage',
      '**/node_modules',
      '**/target',
      '**/*.mjs',
      '**/*.cjs',
      '**/prisma.config.ts',
    ],
  },
  ...tseslint.configs.recommended,
  {
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
      '@typescript-eslint/await-thenable': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
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
    files: ['**/*.ts'],
    plugins: { '@nx': nx },
    rules: {
      '@nx/enforce-module-boundaries': [
        'error',
        {
          enforceBuildableLibDependency: false,
          allow: [],
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
            {
              sourceTag: 'scope:contracts',
              onlyDependOnLibsWithTags: [],
              bannedExternalImports: ['@nestjs/*', 'kafkajs', 'pg', '@prisma/*', 'fastify', 'undici'],
            },
            { sourceTag: 'scope:event-sourcing', onlyDependOnLibsWithTags: [], bannedExternalImports: ['*'] },
            { sourceTag: 'scope:errors', onlyDependOnLibsWithTags: ['scope:contracts'], bannedExternalImports: ['*'] },
          ],
        },
      ],
    },
  },
  roleMayNotImport(
    [
      'apps/*/src/**/*.events.ts',
      'apps/*/src/**/*.state.ts',
      'apps/*/src/**/*.projection.ts',
      'apps/*/src/**/*.decision.ts',
    ],
    IO,
    'Events, states, decisions and projections are pure: nothing with I/O.',
  ),
  roleMayNotImport(
    ['apps/*/src/**/*.http.ts'],
    ['pg', '@prisma/*', '**/generated/**', '**/database*', 'kafkajs'],
    'An .http file never reaches a database: call a handler or a query.',
  ),
  // Published events are spoken at the border alone: publish-* writes them, *.consumer reads them.
  roleMayNotImport(
    ['apps/*/src/**/!(publish-*|*.consumer|*.consumer.int|*.spec).ts'],
    ['@cds/contracts/events', '@cds/contracts/events/*'],
    'Only publish-* and *.consumer files import published events.',
  ),
);
