import { accessSync, chmodSync, constants, existsSync, renameSync, statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { errorText } from './error-text.js';
import { makeFolder } from './make-folder.js';
import { UserError } from './user-error.js';

export interface DataFolder {
  root: string;
  /** Logs of one process, made small again when it had grown large. */
  logFile(name: string): string;
  run: string;
  lock: string;
  postgres: string;
  kafka: string;
  credentials: string;
  secrets: string;
  ports: string;
}

const LEAST_FREE_BYTES = 300 * 1024 * 1024;
const LARGE_LOG_BYTES = 20 * 1024 * 1024;

const makeSpace = (file: string): string => {
  const size = existsSync(file) ? statSync(file).size : 0;
  if (size > LARGE_LOG_BYTES) renameSync(file, `${file}.1`);
  return file;
};

const checkSpace = (root: string): void => {
  const { bavail, bsize } = statfsSync(root);
  if (bavail * bsize >= LEAST_FREE_BYTES) return;
  const freeMb = Math.floor((bavail * bsize) / 1024 / 1024);
  throw new UserError(
    `Only ${freeMb} MB are free on the disk of ${root}.`,
    'Free 300 MB or more there, or name a folder elsewhere: CDS_DATA_DIR=/path npm start',
  );
};

/** The folder of all state, made when there is none; fails when it cannot be written or its disk is full. */
export const openDataFolder = (root: string): DataFolder => {
  const at = (...path: string[]) => join(root, ...path);
  try {
    makeFolder(root, 0o700);
    accessSync(root, constants.W_OK | constants.X_OK);
    // As root, PostgreSQL runs as somebody else, who must pass through to its own folder; what else is here is closed
    // itself.
    if (process.getuid?.() === 0) chmodSync(root, 0o711);
    for (const folder of ['logs', 'run']) makeFolder(at(folder), 0o700);
  } catch (error) {
    throw new UserError(
      `The data folder ${root} cannot be used: ${errorText(error)}`,
      'Give it to this user, or name another: CDS_DATA_DIR=/path npm start',
      error,
    );
  }
  checkSpace(root);
  return {
    root,
    logFile: (name) => makeSpace(at('logs', `${name}.log`)),
    run: at('run'),
    lock: at('lock.json'),
    postgres: at('postgres'),
    kafka: at('kafka'),
    credentials: at('credentials.json'),
    secrets: at('secrets.json'),
    ports: at('ports.json'),
  };
};
