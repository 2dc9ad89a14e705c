import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { UserError, WAYS_TO_KAFKA } from './user-error.js';

const OLDEST = 17;

/** `openjdk version "17.0.15"` and `java version "1.8.0_392"` alike. */
export const majorVersion = (text: string): number | null => {
  const found = /version "(?:1\.)?(\d+)/.exec(text);
  return found?.[1] === undefined ? null : Number(found[1]);
};

export interface Java {
  command: string;
  /** All that it says about itself; another build says something else. */
  version: string;
}

/** The Java to run Kafka with: of JAVA_HOME, else of the PATH. */
export const findJava = async (): Promise<Java> => {
  const home = process.env['JAVA_HOME'];
  const command = home ? join(home, 'bin', 'java') : 'java';
  const { stderr: version } = await promisify(execFile)(command, ['-version']).catch((error: unknown) => {
    throw new UserError(`Kafka needs Java ${OLDEST} or later, and "${command}" cannot be run.`, WAYS_TO_KAFKA, error);
  });
  const major = majorVersion(version);
  if (major !== null && major < OLDEST)
    throw new UserError(`Kafka needs Java ${OLDEST} or later; "${command}" is ${major}.`, WAYS_TO_KAFKA);
  return { command, version };
};
