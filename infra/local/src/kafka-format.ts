import { randomBytes } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Which features a new cluster has: the same in each folder that one version of Kafka prepares. */
const FEATURES = 'bootstrap.checkpoint';

export interface FormatPlace {
  /** Of the jars, which are those of one version of Kafka. */
  readonly jars: string;
  readonly dataDir: string;
}

/**
 * Prepares a broker's data folder, once. `runTool` does so by Kafka's own tool, a JVM that takes longer to start than
 * to write its two files; the first run keeps what is the same for all, and those after it need no tool. A mark says
 * that it came to its end; what was interrupted is done anew.
 */
export const formatOnce = async (
  { jars, dataDir }: FormatPlace,
  runTool: (clusterId: string) => Promise<void>,
): Promise<void> => {
  const mark = join(dataDir, 'formatted');
  if (existsSync(mark)) return;
  const [logs, kept] = [join(dataDir, 'logs'), join(jars, FEATURES)];
  rmSync(logs, { recursive: true, force: true });
  if (existsSync(kept)) writeFormat(logs, kept);
  else {
    await runTool(newId());
    keep(join(logs, FEATURES), kept);
  }
  writeFileSync(mark, '');
};

const writeFormat = (logs: string, features: string): void => {
  mkdirSync(logs, { mode: 0o700 });
  copyFileSync(features, join(logs, FEATURES));
  const ids = ['version=1', `cluster.id=${newId()}`, 'node.id=1', `directory.id=${newId()}`];
  writeFileSync(join(logs, 'meta.properties'), `${ids.join('\n')}\n`);
};

/** Whole or not at all: others may look for it at this moment. */
const keep = (made: string, kept: string): void => {
  const unfinished = `${kept}.${process.pid}`;
  copyFileSync(made, unfinished);
  renameSync(unfinished, kept);
};

/** 16 bytes in base 64; one that began with `-` would be read as an option. */
const newId = (): string => `c${randomBytes(16).toString('base64url').slice(1, 21)}A`;
