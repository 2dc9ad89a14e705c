#!/usr/bin/env node
// `npm test`: builds every project, then runs every test in one jest run, with lint and types of every project beside
// it.
// What follows `--` goes to jest.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, constants, setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { leakedSecrets } from './leaked-secrets.mjs';
import { onRuntime } from '../runtime.mjs';

await onRuntime();

const ROOT = join(import.meta.dirname, '..', '..');
const inRoot = (...path) => join(ROOT, ...path);

/** Runs a Node program to its end, showing or keeping what it writes; returns its exit code and what was kept. */
const run = (args, { env = {}, keepOutput = false, priority, onMessage } = {}) =>
  new Promise((resolve, reject) => {
    const out = keepOutput ? 'pipe' : 'inherit';
    const stdio = ['inherit', out, out, ...(onMessage ? ['ipc'] : [])];
    const child = spawn(process.execPath, args, { cwd: ROOT, stdio, env: { ...process.env, ...env } });
    const output = [];
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => output.push(chunk));
    if (onMessage) child.on('message', onMessage);
    if (priority !== undefined) child.once('spawn', () => setPriority(child.pid, priority));
    child.once('error', reject);
    child.once('close', (code, signal) =>
      resolve({ code: signal ? 130 : code, output: Buffer.concat(output).toString() }),
    );
  });

/** Tasks that Nx lists as failed: `- @cds/catch:lint`. */
const failedTasks = (output) =>
  new Set([...output.matchAll(/^\s*-\s+(@[\w-]+\/[\w-]+:\w+)/gm)].map(([, task]) => task)).size;

/** Builds every project; returns how many tasks failed, and what they wrote. */
const build = async () => {
  const { code, output } = await run([inRoot('tools', 'build', 'run.mjs')], { keepOutput: true });
  return { targets: ['build'], failed: code === 0 ? 0 : Math.max(1, failedTasks(output)), output };
};

const FOLDERS = ['apps', 'libs', 'infra', 'tools'];

/** Projects that run elsewhere than the others, or with other types, are left out of the program of all. */
const { exclude } = JSON.parse(readFileSync(inRoot('tsconfig.check.json'), 'utf8'));
const CHECKED_ALONE = exclude.filter((path) => !path.includes('*')).map((project) => `${project}/tsconfig.json`);

/**
 * What `nx run-many -t lint typecheck` checks, in few processes: each reads the types of the libraries once, and not
 * once for each project. The rule on boundaries takes the graph of projects that the build has left.
 */
const CHECKS = {
  typecheck: ['tsconfig.check.json', ...CHECKED_ALONE].map((config) => [
    '@typescript/native/bin/tsc',
    '--singleThreaded',
    '-p',
    config,
  ]),
  lint: [
    ['oxlint/bin/oxlint', '-c', 'oxlint.config.mjs', '--threads=1', ...FOLDERS],
    ['oxfmt/bin/oxfmt', '--ignore-path', '.oxfmtignore', '--threads=1', '--check', ...FOLDERS],
  ],
};

/** For the programs written in Go: less of the processor for threads and garbage, at the price of some memory. */
const THRIFTY = { GOGC: '400', GOMAXPROCS: '1' };

/** Runs these programs one after another. */
const runCheck = async ([name, commands], priority) => {
  const results = [];
  for (const [script, ...args] of commands) {
    const path = inRoot('node_modules', ...script.split('/'));
    results.push(await run([path, ...args], { env: THRIFTY, keepOutput: true, priority }));
  }
  const failed = results.filter(({ code }) => code !== 0);
  return { targets: [name], failed: failed.length, output: failed.map(({ output }) => output).join('\n') };
};

const show = ({ targets, failed, output }) =>
  console.log(failed > 0 ? `\n${output}` : `\n${targets.join(' and ')}: every project passed`);

/** More than processors, where there are few: tests wait for servers most of the time. */
const WORKERS = Math.max(4, availableParallelism() - 1);

const test = async (extra, record, workers = WORKERS) => {
  let totals = { passed: 0, failed: 0, skipped: 0, failedFiles: [] };
  const args = [
    '--experimental-vm-modules',
    '--disable-warning=ExperimentalWarning',
    // kafkajs computes a negative time-out now and then; Node takes it as 1 ms.
    '--disable-warning=TimeoutNegativeWarning',
    inRoot('node_modules', 'jest', 'bin', 'jest.js'),
    '-c',
    inRoot('jest.config.mjs'),
    `--maxWorkers=${workers}`,
    // Not in the system's temporary folder: nothing stays there.
    `--cacheDirectory=${inRoot('node_modules', '.cache', 'jest')}`,
    ...extra,
    // Last: jest takes every word after it that is no option for one more reporter.
    '--reporters=default',
    `--reporters=${inRoot('tools', 'test', 'totals-reporter.mjs')}`,
  ];
  const { code } = await run(args, { env: { CDS_TEST_RECORD: record }, onMessage: (message) => (totals = message) });
  // Jest can fail without a failed test: a server that did not start, say.
  return { ...totals, failed: code === 0 ? totals.failed : Math.max(1, totals.failed) };
};

/** With more failed files than this a second run would tell nothing new. */
const MOST_REPEATED = 10;

/**
 * Runs the files that failed once more, alone on the machine: a deadline that a busy processor missed passes then, a
 * defect fails again. Tests that passed only then are named, as a test that depends on load is a defect of its own.
 */
const repeatFailed = async (first, record) => {
  const files = first.failedFiles;
  if (files.length === 0 || files.length > MOST_REPEATED) return first;
  console.log(`\nTest files that failed run once more, alone: ${files.length}`);
  const second = await test(['--runTestsByPath', ...files.map(({ path }) => path)], record, 1);
  const stillFailing = new Set(second.failedFiles.flatMap(({ failedTests }) => failedTests));
  for (const name of files.flatMap(({ failedTests }) => failedTests))
    if (!stillFailing.has(name)) console.log(`Passed only when it ran alone: ${name}`);
  const passedElsewhere = first.passed - files.reduce((sum, { passed }) => sum + passed, 0);
  return { ...second, passed: passedElsewhere + second.passed, skipped: first.skipped };
};

const extra = process.argv.slice(2);
const built = await build();
show(built);
const record = mkdtempSync(join(tmpdir(), 'cds-tests-'));
// Tests often wait for servers. Meanwhile lint and types have the processor, and only then: tests have deadlines.
const runChecks = async () => {
  const results = [];
  for (const check of Object.entries(CHECKS)) results.push(await runCheck(check, constants.priority.PRIORITY_LOW));
  return results;
};
const [first, checks] = await Promise.all([test(extra, record), runChecks()]);
const { passed, failed, skipped } = extra.length === 0 ? await repeatFailed(first, record) : first;
for (const check of checks) show(check);
const failedChecks = [built, ...checks].reduce((sum, check) => sum + check.failed, 0);
const { secrets, lines, leaks } = leakedSecrets(record);
rmSync(record, { recursive: true, force: true });
for (const { secret, line } of leaks)
  console.log(`\nA secret was logged (${secret.slice(0, 12)}…): ${line.replaceAll(secret, '<secret>')}`);
// A part of the tests may make no secret; all of them do.
const looksBlind = extra.length === 0 && (secrets === 0 || lines === 0);
const verdict = looksBlind ? 'too few to prove anything' : `${leaks.length} found`;
console.log(`\n${lines} log lines were searched for ${secrets} secrets: ${verdict}`);
const allFailed = failed + failedChecks + leaks.length + Number(looksBlind);
if (failedChecks > 0) console.log(`\n${failedChecks} of lint, typecheck and build failed; see above.`);
console.log(`\n${passed} passed, ${allFailed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
process.exit(allFailed > 0 ? 1 : 0);
