import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..', '..');

describe('what is generated and committed', () => {
  it.each([
    ['.env.example, from the services’ settings', 'env-example'],
    ['openapi.json, from the schemas that validate', 'openapi'],
    ['the types of the SDK, from openapi.json', 'sdk-types'],
    ['asyncapi.json and the events’ JSON Schemas, from the schemas that validate', 'asyncapi'],
  ])('is not stale: %s', (_what, tool) => {
    const { status, stderr } = spawnSync(process.execPath, [join(ROOT, 'tools', tool, 'run.mjs'), '--check'], {
      encoding: 'utf8',
      env: { ...process.env, NODE_OPTIONS: '' },
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });
});
