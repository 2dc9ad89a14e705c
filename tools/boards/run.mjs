#!/usr/bin/env node
// `npm run boards`: the leaderboard service's own command, on the running stack's database or that of DATABASE_URL.
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { onRuntime } from '../runtime.mjs';

await onRuntime();

const ROOT = join(import.meta.dirname, '..', '..');

const localDatabase = () => {
  const file = join(resolve(ROOT, process.env.CDS_DATA_DIR || '.local'), 'credentials.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).database_url : undefined;
};

/** A URL that names a database stays as it is; one that names a server means the service's database there. */
const databaseOf = (server) => {
  const url = new URL(server);
  if (['', '/', '/postgres'].includes(url.pathname)) url.pathname = '/cds_leaderboard';
  return url.href;
};

const script = join(ROOT, 'apps', 'leaderboard', 'dist', 'boards-command.js');
if (!existsSync(script)) {
  console.error('The leaderboard service is not compiled: run npm run build.');
  process.exit(1);
}
const server = process.env.DATABASE_URL || localDatabase();
if (server) process.env.DATABASE_URL = databaseOf(server);
process.argv = [process.execPath, script, ...process.argv.slice(2)];
await import(pathToFileURL(script).href);
