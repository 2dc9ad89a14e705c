import { join } from 'node:path';

/** The root of the repository: this file is in infra/local/src, and compiled in infra/local/dist. */
export const ROOT = join(import.meta.dirname, '..', '..', '..');

export const inRepository = (...path: string[]): string => join(ROOT, ...path);
