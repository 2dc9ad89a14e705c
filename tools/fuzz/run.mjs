#!/usr/bin/env node
// `npm run fuzz`: sends the running stack what its own OpenAPI document allows, and what it does not, by schemathesis.
// Fails when an answer is a 5xx, or one that the document lacks. Needs Python 3.10 with venv and pip; is skipped
// without.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { onRuntime } from '../runtime.mjs';

await onRuntime();

const SCHEMATHESIS = 'schemathesis==4.32.5';
const CALLS = Number(process.argv[2] ?? 10_000);
const ROOT = join(import.meta.dirname, '..', '..');
const DATA = resolve(ROOT, process.env.CDS_DATA_DIR || '.local');
const FOLDER = join(DATA, 'fuzz');
const CHECKS = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_schema_conformance',
];
/** Everything that an account may do without its administrator, keys left out: fuzzed calls would use them up. */
const SCOPES = [
  'catches:read',
  'catches:write',
  'verifications:read',
  'species:read',
  'leaderboards:read',
  'leaderboards:write',
  'webhooks:read',
  'webhooks:write',
  'events:read',
  'keys:read',
  'keys:write',
];

const say = (text) => console.log(text);
const skip = (reason) => {
  say(`Skipped: ${reason}`);
  process.exit(0);
};

const credentials = () => {
  const file = join(DATA, 'credentials.json');
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'));
  console.error(`Nothing runs in ${DATA}. Start the stack first: npm start`);
  process.exit(1);
};

/** schemathesis in an environment of its own under the data folder. */
const installed = () => {
  const bin = join(FOLDER, 'venv', 'bin');
  if (existsSync(join(bin, 'schemathesis'))) return join(bin, 'schemathesis');
  mkdirSync(FOLDER, { recursive: true });
  const python = spawnSync('python3', ['-m', 'venv', join(FOLDER, 'venv')], { encoding: 'utf8' });
  if (python.status !== 0) skip('python3 with its module venv is not there. On Debian: apt install python3-venv');
  say(`Installing ${SCHEMATHESIS} into ${join(FOLDER, 'venv')} …`);
  const pip = spawnSync(join(bin, 'pip'), ['install', '--quiet', SCHEMATHESIS], { encoding: 'utf8' });
  if (pip.status !== 0) skip(`pip could not install ${SCHEMATHESIS}:\n${pip.stderr ?? pip.error}`);
  return join(bin, 'schemathesis');
};

const made = async (origin, key, path, body) => {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const answer = await fetch(`${origin}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`POST ${path}: ${answer.status} ${await answer.text()}`);
  return answer.json();
};

/** A key of an account of its own, whose rate limit does not end the run. */
const newKey = async ({ base_url: origin, api_key: adminKey }) => {
  const account = await made(origin, adminKey, '/v1/accounts', {
    name: 'Fuzz',
    email: `fuzz-${Date.now()}@example.com`,
  });
  const limit = { limit: 1_000_000, window_seconds: 60 };
  const order = { name: 'fuzz', scopes: SCOPES, account_id: account.id, rate_limit: limit };
  return (await made(origin, adminKey, '/v1/api-keys', order)).key;
};

const operationsIn = ({ paths }) =>
  Object.values(paths).flatMap((path) =>
    Object.keys(path).filter((method) => ['get', 'put', 'post', 'patch', 'delete'].includes(method)),
  ).length;

const stack = credentials();
const schemathesis = installed();
const document = await (await fetch(`${stack.base_url}/openapi.json`)).json();
const examples = Math.max(1, Math.ceil(CALLS / operationsIn(document)));
const config = join(FOLDER, 'schemathesis.toml');
writeFileSync(config, 'headers = { Authorization = "Bearer ${FUZZ_KEY}" }\n');
const run = spawnSync(
  schemathesis,
  [
    ...['--config-file', config, 'run', `${stack.base_url}/openapi.json`, '--url', stack.base_url],
    ...['--phases', 'examples,fuzzing', '--max-examples', String(examples), '--checks', CHECKS.join(',')],
    ...['--continue-on-failure', '--no-shrink', '--suppress-health-check', 'all', '--warnings', 'off', '--no-color'],
    ...['--workers', '4', '--request-timeout', '30', '--generation-database', 'none'],
  ],
  { stdio: 'inherit', cwd: FOLDER, env: { ...process.env, FUZZ_KEY: await newKey(stack) } },
);
process.exit(run.status ?? 1);
