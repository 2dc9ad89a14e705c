import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { errorCode, errorOutput } from './error-text.js';
import { UserError, WAYS_TO_KAFKA } from './user-error.js';

const KAFKA_FOLDER = join(import.meta.dirname, '..', '..', 'kafka');
const POM = join(KAFKA_FOLDER, 'pom.xml');

const run = promisify(execFile);

const resolveInto = async (folder: string): Promise<void> => {
  try {
    await run('mvn', [
      '-q',
      '-B',
      '-f',
      POM,
      'dependency:copy-dependencies',
      '-DincludeScope=runtime',
      `-DoutputDirectory=${folder}`,
    ]);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') {
      throw new UserError(`Kafka's jars come through Maven, and there is no "mvn" here.`, WAYS_TO_KAFKA, error);
    }
    throw new Error(
      `Maven could not resolve Kafka's jars:\n${errorOutput(error).split('\n').slice(0, 12).join('\n')}`,
      { cause: error },
    );
  }
};

/** Names what the jars were resolved from: another pom is another folder. */
const pomHash = (): string => createHash('sha256').update(readFileSync(POM)).digest('hex').slice(0, 12);

export const jarsFolder = (): string => join(KAFKA_FOLDER, 'target', `jars-${pomHash()}`);

/**
 * The folder with Kafka's jars, resolved by Maven when the pom is new. Two runs at once do not disturb each other: each
 * resolves into a folder of its own and the first to finish gives it the name.
 */
export const kafkaJars = async (): Promise<string> => {
  const folder = jarsFolder();
  if (existsSync(folder)) return folder;
  const own = `${folder}.${process.pid}`;
  try {
    await resolveInto(own);
    await rename(own, folder);
  } catch (error) {
    if (!existsSync(folder)) throw error;
  } finally {
    await rm(own, { recursive: true, force: true });
  }
  return folder;
};
