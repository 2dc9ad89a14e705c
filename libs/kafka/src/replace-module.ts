import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/**
 * Puts something in the place of what a file of kafkajs exports, and returns that. Whatever loads the file afterwards
 * gets the replacement: kafkajs loads its encoders when the first message is sent.
 */
export const replaceModule = <T>(file: string, replacement: T): T => {
  const path = require.resolve(`kafkajs/src/${file}`);
  const original = require(path) as T;
  const cached = require.cache[path];
  if (!cached) throw new Error(`${path} is not loaded`);
  cached.exports = replacement;
  return original;
};
