#!/usr/bin/env node
// `npm run seed`: the species service's own seed, on the running stack's database or that of DATABASE_URL.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { onRuntime } from '../runtime.mjs';

await onRuntime();

const ROOT = join(import.meta.dirname, '..', '..');
const SEED = join(ROOT, 'apps', 'species', 'dist', 'seed.js');

const fail = (message) => {
  console.error(message);
  process.exit(1);
};

const DATA_DIR = resolve(ROOT, process.env.CDS_DATA_DIR || '.local');

/** The server of the local stack; nothing when the stack was never started. */
const localServer = () => {
  const file = join(DATA_DIR, 'credentials.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).database_url : undefined;
};

/** Where the local stack keeps pictures, unless the database is another one. */
const localStorage = () => (process.env.DATABASE_URL ? undefined : pathToFileURL(join(DATA_DIR, 'storage')).href);

/** A URL that names a database stays as it is; one that names a server means the species database there. */
const speciesDatabase = (text) => {
  if (!text || !URL.canParse(text)) return text;
  const url = new URL(text);
  if (['', '/', '/postgres'].includes(url.pathname)) url.pathname = '/cds_species';
  return url.href;
};

const args = process.argv.slice(2);
const wantsHelp = args.some((arg) => arg === '--help' || arg === '-h');
const storage = process.env.STORAGE_URL || localStorage();
const url = speciesDatabase(process.env.DATABASE_URL || localServer());

if (!existsSync(SEED)) fail('The species service is not compiled: run npm run build.');
if (!url && !wantsHelp) fail('No database is known: start the local stack (npm start), or set DATABASE_URL.');
const { status } = spawnSync(process.execPath, [SEED, ...args], {
  stdio: 'inherit',
  env: { ...process.env, ...(url && { DATABASE_URL: url }), ...(storage && { STORAGE_URL: storage }) },
});
process.exit(status ?? 1);
