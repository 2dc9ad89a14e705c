// What is generated is committed: `settle` writes it, and with --check only tells whether it is stale.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';

export const ROOT = join(import.meta.dirname, '..');
export const { version: VERSION } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));

export const jsonText = (value) => `${JSON.stringify(value, null, 1)}\n`;

/** @param {Record<string, string>} texts by path @param {string} command what writes them */
export const settle = (texts, command) => {
  const stale = Object.entries(texts).filter(
    ([file, text]) => !existsSync(file) || readFileSync(file, 'utf8') !== text,
  );
  if (!process.argv.includes('--check')) for (const [file, text] of stale) writeFileSync(file, text);
  else if (stale.length > 0) {
    console.error(`${stale.map(([file]) => relative(ROOT, file)).join(', ')}: stale; run ${command}.`);
    process.exit(1);
  }
};
