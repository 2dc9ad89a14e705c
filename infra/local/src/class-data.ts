import { createHash } from 'node:crypto';
import { existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import type { Java } from './java.js';

/**
 * The JVM's class-data archive of Kafka: classes already parsed and checked, which halves the time to start. The first
 * broker that runs to a graceful end writes it; a JVM that cannot use one goes on without it.
 */
export interface ClassData {
  flags: readonly string[];
  isMissing: boolean;
  /** Call when the process that had the flags is gone. */
  keep(): void;
}

export const classData = (java: Java, jars: string): ClassData => {
  const version = createHash('sha256').update(java.version).digest('hex').slice(0, 8);
  const archive = join(jars, `classes-${version}.jsa`);
  if (existsSync(archive))
    return { flags: [`-XX:SharedArchiveFile=${archive}`], isMissing: false, keep: () => undefined };
  const own = `${archive}.${process.pid}`;
  return {
    flags: [`-XX:ArchiveClassesAtExit=${own}`],
    isMissing: true,
    keep: () => (existsSync(own) ? renameSync(own, archive) : undefined),
  };
};
