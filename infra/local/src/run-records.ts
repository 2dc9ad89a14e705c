import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { processIdentity } from './process-identity.js';

export interface RunRecord {
  name: string;
  pid: number;
  identity: string;
  stopSignal: NodeJS.Signals;
  /** Whether its whole process group is to end with it. */
  isGroup?: boolean;
}

export const isAlive = (record: { pid: number; identity: string }): boolean =>
  processIdentity(record.pid) === record.identity;

const read = (file: string): RunRecord[] => {
  try {
    return [JSON.parse(readFileSync(file, 'utf8')) as RunRecord];
  } catch {
    // Half written when its writer was killed; the process is found by its own lock or port.
    return [];
  }
};

/** Remembers on disk which processes were started, so that a later start finds what an earlier one could not end. */
export class RunRecords {
  constructor(private readonly folder: string) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  }

  add(name: string, pid: number, stopSignal: NodeJS.Signals, options: { isGroup?: boolean } = {}): void {
    const record: RunRecord = { name, pid, identity: processIdentity(pid) ?? '', stopSignal, ...options };
    writeFileSync(this.fileOf(name), JSON.stringify(record));
  }

  remove(name: string): void {
    rmSync(this.fileOf(name), { force: true });
  }

  all(): RunRecord[] {
    return readdirSync(this.folder)
      .filter((file) => file.endsWith('.json'))
      .flatMap((file) => read(join(this.folder, file)));
  }

  private fileOf(name: string): string {
    return join(this.folder, `${name}.json`);
  }
}
