import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** Which version of kafkajs is installed, and what is in one of its files: patches are written for exactly one. */
export const kafkajsFile = (file: string): { version: string; sha256: string } => {
  const { version } = require('kafkajs/package.json') as { version: string };
  const sha256 = createHash('sha256')
    .update(readFileSync(require.resolve(`kafkajs/src/${file}`)))
    .digest('hex');
  return { version, sha256 };
};
