#!/usr/bin/env node
// `npm run sdk-types`: writes the SDK's types from the API's document; with --check only tells whether they are stale.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@hey-api/openapi-ts';
import { PROBLEMS } from '@cds/contracts';
import { ROOT, settle } from '../generated-files.mjs';
import { componentsFile, operationsFile } from './files.mjs';
import { typedPart } from './typed-part.mjs';

const inSdk = (file) => join(ROOT, 'libs', 'sdk', 'src', 'openapi', 'generated', file);
const document = JSON.parse(readFileSync(join(ROOT, 'apps', 'gateway', 'data', 'openapi.json'), 'utf8'));

/** Written to a folder of its own first, so that --check can compare. */
const typesFile = async () => {
  const path = mkdtempSync(join(tmpdir(), 'cds-sdk-'));
  try {
    const plugins = ['@hey-api/typescript'];
    await createClient({ input: typedPart(document), output: { path }, plugins, logs: { level: 'silent' } });
    return readFileSync(join(path, 'types.gen.ts'), 'utf8');
  } finally {
    rmSync(path, { recursive: true, force: true });
  }
};

settle(
  {
    [inSdk('types.gen.ts')]: await typesFile(),
    [inSdk('components.gen.ts')]: componentsFile(document),
    [inSdk('operations.gen.ts')]: operationsFile(document, Object.keys(PROBLEMS)),
  },
  'npm run sdk-types',
);
