import { readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Credentials, RunningStack } from '@cds/local/running-stack';
import type { Result } from './report.js';

const SPECIES = ['largemouth bass', 'walleye', 'bluegill', 'northern pike', 'rainbow trout', 'channel catfish'];
const ROWS_AT_A_TIME = 1_000;
const MEGABYTE = 1_048_576;

interface Job {
  id: string;
  status: string;
  error: string | null;
  created_at: string;
  completed_at: string;
}

/** Imports a file of `rows` catches through the gateway, then exports every catch. */
export const measureBulk = async (stack: RunningStack, rows: number): Promise<Result[]> => {
  const { credentials } = stack;
  const before = memoryOf(stack);
  const imported = await importCatches(stack, rows);
  const exported = await run(
    stack,
    () => send(credentials, '/v1/catches/export', 'application/json', Readable.from(['{"format":"ndjson"}'])),
    '/v1/exports/',
  );
  return [
    rate('import', rows, imported.seconds, 8_000),
    memory('import, memory added', imported.peak - before),
    rate('export', rows, exported.seconds, 25_000),
    memory('export, memory added', exported.peak - before),
  ];
};

/**
 * Imports a file of so many catches, as the account of the key, and waits for its end; throws when the import fails.
 */
export const importCatches = (
  stack: RunningStack,
  rows: number,
  key = stack.credentials.api_key,
): Promise<{ seconds: number; peak: number }> => {
  const credentials = { ...stack.credentials, api_key: key };
  return run(
    stack,
    () => send(credentials, '/v1/catches/import', 'application/x-ndjson', Readable.from(file(rows))),
    '/v1/imports/',
    key,
  );
};

const rate = (name: string, rows: number, seconds: number, bar: number): Result => {
  const value = rows / seconds;
  return {
    name,
    measured: `${rows} rows in ${seconds.toFixed(1)} s`,
    peer: '',
    value,
    bar: `≥ ${bar}/s`,
    isMet: value >= bar,
  };
};

const memory = (name: string, bytes: number): Result => {
  const value = bytes / MEGABYTE;
  return { name, measured: '', peer: '', value, bar: '≤ 200 MB', isMet: value <= 200 };
};

/** Newline-delimited JSON, like what people send: some fields of most rows. */
const file = function* (rows: number): Generator<Buffer> {
  for (let from = 0; from < rows; from += ROWS_AT_A_TIME) {
    const lines = Array.from({ length: Math.min(ROWS_AT_A_TIME, rows - from) }, (_, index) =>
      JSON.stringify(row(from + index)),
    );
    yield Buffer.from(`${lines.join('\n')}\n`);
  }
};

const row = (index: number): object => ({
  species: SPECIES[index % SPECIES.length],
  weight_lbs: 1 + (index % 40) / 10,
  depth_ft: index % 60,
  caught_at: '2026-06-01T06:30:00Z',
  location: { name: 'Lake Travis', latitude: (303_000 + (index % 1_000)) / 10_000, longitude: -97.9, region: 'US-TX' },
  method: 'trolling',
  notes: `Catch number ${index}`,
  external_id: `row-${index}`,
});

const send = async (
  { base_url: baseUrl, api_key: key }: Credentials,
  path: string,
  type: string,
  content: Readable,
): Promise<Job> => {
  const headers = { authorization: `Bearer ${key}`, 'content-type': type };
  const init: RequestInit & { duplex: 'half' } = {
    method: 'POST',
    headers,
    body: Readable.toWeb(content) as ReadableStream,
    duplex: 'half',
  };
  const answer = await fetch(`${baseUrl}${path}`, init);
  if (answer.status !== 202) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as Job;
};

/** Starts a job and waits for its end; seconds by the service's own clock, memory as the greatest seen. */
const run = async (
  stack: RunningStack,
  start: () => Promise<Job>,
  path: string,
  key = stack.credentials.api_key,
): Promise<{ seconds: number; peak: number }> => {
  const { base_url: baseUrl } = stack.credentials;
  const { id } = await start();
  for (let peak = 0; ; await sleep(200)) {
    peak = Math.max(peak, memoryOf(stack));
    const job = (await (
      await fetch(`${baseUrl}${path}${id}`, { headers: { authorization: `Bearer ${key}` } })
    ).json()) as Job;
    if (job.status === 'failed') throw new Error(`${path}${id} failed: ${job.error}`);
    if (job.status === 'completed')
      return { seconds: (Date.parse(job.completed_at) - Date.parse(job.created_at)) / 1_000, peak };
  }
};

/** Resident bytes of the catch service, as Linux tells them; 0 elsewhere. */
const memoryOf = (stack: RunningStack): number => {
  try {
    const status = readFileSync(`/proc/${stack.pidOf('catch')}/status`, 'utf8');
    return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * 1_024;
  } catch {
    return 0;
  }
};
