import { readFileSync } from 'node:fs';

/** What a JSON file of the gateway's `data` folder holds. */
export const dataOf = (file: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../data/${file}`, import.meta.url), 'utf8'));
