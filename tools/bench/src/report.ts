import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import type { DatabaseServer } from './database-server.js';

export interface Result {
  name: string;
  measured: string;
  peer: string;
  value: number;
  /** At least for ratios, at most for latencies. */
  bar: string;
  isMet: boolean;
  /** Of all runs, in ascending order. */
  values?: number[];
}

const ROOT = join(import.meta.dirname, '..', '..', '..');

export const printTable = (results: readonly Result[]): void => {
  const rows = [
    ['what', 'ours', 'peer', 'result', 'bar', ''],
    ...results.map((one) => [
      one.name,
      one.measured,
      one.peer,
      one.value.toFixed(2),
      one.bar,
      one.isMet ? 'met' : 'MISSED',
    ]),
  ];
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
  for (const row of rows)
    process.stdout.write(`${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}\n`);
};

interface Report {
  readonly settings: object;
  readonly database: DatabaseServer | undefined;
  readonly results: readonly Result[];
}

/** Writes the results with what they were measured on; answers the file. */
export const writeResults = (at: Date, { settings, database, results }: Report): string => {
  const folder = join(ROOT, 'bench', 'results');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${at.toISOString().slice(0, 19).replaceAll(':', '-')}.json`);
  const memoryGiB = Math.round(totalmem() / 2 ** 30);
  const machine = { cores: cpus().length, memoryGiB, node: process.version, database };
  writeFileSync(file, `${JSON.stringify({ measured_at: at.toISOString(), machine, settings, results }, null, 2)}\n`);
  return file;
};
