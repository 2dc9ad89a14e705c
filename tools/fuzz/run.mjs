#!/usr/bin/env node
// `npm run fuzz`: sends the running stack what its own OpenAPI document allows, and what it does not, by schemathesis.
// Fails when an answer is a 5xx, or one that the document lacks, when an operation was not reached, and when background
// work of a service failed meanwhile. It leaves an account with whatever it made behind. Needs Python 3.10 with venv
// and pip; is skipped without.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { SCOPES } from '@cds/contracts';
import { onRuntime } from '../runtime.mjs';
import { made, seed } from './seed.mjs';
import { tableOf, unreached } from './answers.mjs';
import { failedWork, logSizes } from './logs.mjs';

await onRuntime();

const SCHEMATHESIS = 'schemathesis==4.32.5';
const CALLS = Number(process.argv[2] ?? 10_000);
const ROOT = join(import.meta.dirname, '..', '..');
const DATA = resolve(ROOT, process.env.CDS_DATA_DIR || '.local');
const FOLDER = join(DATA, 'fuzz');
/** The last two are in checks.py. */
const CHECKS = [
  'not_a_server_error',
  'content_type_conformance',
  'response_headers_conformance',
  'answer_is_described',
  'answer_fits_its_schema',
];

const HELP = `npm run fuzz [-- <number of calls>]

Sends the running stack (npm start) calls made from its own OpenAPI document, valid and invalid ones; 10,000 by default.
It fails on a 5xx, on an answer that the document does not describe, on an operation that was not reached, and on
background work of a service that failed meanwhile. What it creates stays, in an account of its own.

Needs Python 3.10 with venv and pip, and the network for its first run, which installs ${SCHEMATHESIS} into
the data folder. CDS_DATA_DIR names that folder; .local by default.`;

if (process.argv.slice(2).some((one) => one === '--help' || one === '-h')) {
  console.log(HELP);
  process.exit(0);
}
if (!Number.isInteger(CALLS) || CALLS < 1) {
  console.error(HELP);
  process.exit(2);
}

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

/** A key of an account of its own, whose rate limit is never reached. */
const newKey = async ({ base_url: origin, api_key: adminKey }, name) => {
  const order = { name, email: `${name}-${Date.now()}@example.com` };
  const account = await made(origin, adminKey, '/v1/accounts', order);
  const limit = { limit: 1_000_000, window_seconds: 60 };
  // Every operation is to be reached.
  const wanted = { name, scopes: SCOPES, account_id: account.id, rate_limit: limit };
  return (await made(origin, adminKey, '/v1/api-keys', wanted)).key;
};

/**
 * A stream never ends, and has sent its head long before a second is over. Ids are those that hooks.py gives: among all
 * that answers show is the key of the run, and the administrator's account.
 */
const configOf = (hooks) => `
hooks = ${JSON.stringify(hooks)}

[phases.examples.extra-data-sources]
responses = false

[phases.fuzzing.extra-data-sources]
responses = false

[[operations]]
include-path = "/v1/events/stream"
request-timeout = 1
`;

const METHODS = ['get', 'put', 'post', 'patch', 'delete'];
const operationsIn = ({ paths }) =>
  Object.entries(paths).flatMap(([path, operations]) =>
    Object.keys(operations)
      .filter((method) => METHODS.includes(method))
      .map((method) => `${method.toUpperCase()} ${path}`),
  );

const stack = credentials();
const schemathesis = installed();
const document = await (await fetch(`${stack.base_url}/openapi.json`)).json();
const files = {
  FUZZ_DOCUMENT: join(FOLDER, 'openapi.json'),
  FUZZ_IDS: join(FOLDER, 'ids.json'),
  FUZZ_ANSWERS: join(FOLDER, 'answers.json'),
};
const logs = logSizes(join(DATA, 'logs'));
const [key, strangersKey] = [await newKey(stack, 'fuzz'), await newKey(stack, 'fuzz-stranger')];
writeFileSync(files.FUZZ_DOCUMENT, JSON.stringify(document));
writeFileSync(files.FUZZ_IDS, JSON.stringify(await seed(stack.base_url, key, strangersKey)));
rmSync(files.FUZZ_ANSWERS, { force: true });
const config = join(FOLDER, 'schemathesis.toml');
const hooks = join(import.meta.dirname, 'hooks.py');
writeFileSync(config, configOf(hooks));
// Some operations take fewer different calls than others.
const examples = Math.max(1, Math.ceil((CALLS * 1.05) / operationsIn(document).length));
const run = spawnSync(
  schemathesis,
  [
    ...['--config-file', config, 'run', `${stack.base_url}/openapi.json`, '--url', stack.base_url],
    ...['--phases', 'examples,fuzzing', '--max-examples', String(examples), '--checks', CHECKS.join(',')],
    ...['--continue-on-failure', '--no-shrink', '--suppress-health-check', 'all', '--warnings', 'off', '--no-color'],
    ...['--workers', '4', '--request-timeout', '30', '--generation-database', 'none'],
  ],
  { stdio: 'inherit', cwd: FOLDER, env: { ...process.env, ...files, FUZZ_KEY: key, PYTHONDONTWRITEBYTECODE: '1' } },
);
const failed = failedWork(logs);
const answers = existsSync(files.FUZZ_ANSWERS) ? JSON.parse(readFileSync(files.FUZZ_ANSWERS, 'utf8')) : {};
say(tableOf(answers));
const missed = unreached(answers, operationsIn(document));
if (missed.length > 0) say(`Not reached, as only 401, 403 and 429 were answered: ${missed.join(', ')}`);
for (const line of failed) say(`Failed in the background: ${line}`);
process.exit(run.status || (missed.length + failed.length > 0 ? 1 : 0));
