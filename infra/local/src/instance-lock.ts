import { linkSync, renameSync, rmSync } from 'node:fs';
import { errorCode } from './error-text.js';
import { readJson, writeJson } from './json-file.js';
import { processIdentity } from './process-identity.js';
import { isAlive } from './run-records.js';

export interface Instance {
  pid: number;
  identity: string;
  /** Where it serves; null before that is known, and without a gateway. */
  url: string | null;
}

export interface Lock {
  /** Lets others know where this one serves. */
  announce(url: string): void;
  release(): void;
}

/** Puts `own` in the place of `file` unless there is one: of two at once, one succeeds. */
const claim = (own: string, file: string): boolean => {
  try {
    linkSync(own, file);
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  }
};

/** Takes away a lock whose owner is gone. Moves it first: what was moved may have become another's in between. */
const clearStale = (file: string, aside: string): void => {
  try {
    renameSync(file, aside);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return;
    throw error;
  }
  const moved = readJson<Instance>(aside);
  if (moved && isAlive(moved)) claim(aside, file);
  rmSync(aside);
};

/** Makes this process the only one on a data folder, or tells who is. Outlives neither its owner nor a reboot. */
export const lockInstance = (file: string): Lock | { heldBy: Instance } => {
  const own = `${file}.${process.pid}`;
  const instance: Instance = { pid: process.pid, identity: processIdentity(process.pid) ?? '', url: null };
  writeJson(own, instance);
  try {
    while (!claim(own, file)) {
      const holder = readJson<Instance>(file);
      if (holder && isAlive(holder)) return { heldBy: holder };
      clearStale(file, `${own}.stale`);
    }
    return { announce: (url) => writeJson(file, { ...instance, url }), release: () => rmSync(file, { force: true }) };
  } finally {
    rmSync(own, { force: true });
  }
};
