import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** How long each log of the stack is by now. */
export const logSizes = (folder) =>
  new Map(
    (existsSync(folder) ? readdirSync(folder) : [])
      .map((name) => join(folder, name))
      .map((file) => [file, statSync(file).size]),
  );

const FAILED = ['"msg":"background.failed"', '"msg":"job.failed"'];

/** What the services have said since about background work that failed: nobody is answered a 5xx for it. */
export const failedWork = (sizes) => [
  ...new Set(
    [...sizes].flatMap(([file, size]) =>
      readFileSync(file)
        .subarray(size)
        .toString()
        .split('\n')
        .filter((line) => FAILED.some((name) => line.includes(name)))
        .map((line) => JSON.parse(line))
        .map(({ service, work, err }) => `${service} ${work}: ${err?.message}`),
    ),
  ),
];
