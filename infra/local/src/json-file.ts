import { readFileSync, renameSync, writeFileSync } from 'node:fs';

/** What a JSON file holds; undefined when there is none or it is no JSON. */
export const readJson = <T>(file: string): T | undefined => {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as T;
  } catch {
    return undefined;
  }
};

/** Replaces a file in one step, readable by this user alone. A reader sees the old or the new, never half of it. */
export const writeJson = (file: string, value: unknown): void => {
  const own = `${file}.${process.pid}`;
  writeFileSync(own, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 });
  renameSync(own, file);
};
