import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

export const ROOT = join(import.meta.dirname, '..', '..', '..');

/** The text of a file, whose path is relative to the repository's root. */
export const textOf = (...path: string[]): string => readFileSync(join(ROOT, ...path), 'utf8');

const SKIPPED: ReadonlySet<string> = new Set(['node_modules', 'dist', 'generated', 'target', '.nx', 'coverage']);

/** The paths of all files under a folder, relative to the repository's root, with `/` between their parts. */
export const filesUnder = (folder: string): string[] =>
  readdirSync(join(ROOT, folder)).flatMap((name) => {
    if (SKIPPED.has(name)) return [];
    const path = join(ROOT, folder, name);
    return statSync(path).isDirectory() ? filesUnder(join(folder, name)) : [relative(ROOT, path).split(sep).join('/')];
  });

/** The five services; `e2e` and the portal are no services. */
export const SERVICES = ['catch', 'gateway', 'leaderboard', 'species', 'webhook'] as const;
