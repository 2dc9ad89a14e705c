import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type ConfigSpec, setting } from '@cds/service-kit';
import { z } from 'zod';

const FILE = join(import.meta.dirname, '..', '..', 'env-example', 'env-example.mjs');

const { envExample } = (await import(pathToFileURL(FILE).href)) as {
  envExample: (services: Readonly<Record<string, ConfigSpec>>) => string;
};

test('lists what services share once, then what is theirs, with meanings and defaults', () => {
  const port = setting('PORT', z.string(), 'Port of the API.', { default: '3000' });
  const secrets = setting('SECRETS', z.string(), 'Secrets.', { secret: true });
  const schedule = setting('SCHEDULE', z.string().optional(), 'When to retry.');
  expect(envExample({ one: { http: { port }, secrets }, two: { http: { port }, hooks: { schedule } } })).toBe(`\
# Every setting of every service, with its default and meaning. Generated; edit the config.ts of the service instead.
# NAME_FILE instead of NAME names a file that has the value, as secrets of Docker and Kubernetes are mounted.

# --- all services ---
# Port of the API.
# PORT=3000

# --- one ---
# Secrets. (required, secret)
SECRETS=

# --- two ---
# When to retry.
# SCHEDULE=
`);
});
