import { setTimeout as sleep } from 'node:timers/promises';
import { isAlive, type RunRecord, type RunRecords } from './run-records.js';

const GRACE_MS = 8_000;

const signal = (record: RunRecord, name: NodeJS.Signals): void => {
  try {
    process.kill(record.isGroup ? -record.pid : record.pid, name);
  } catch {
    // Gone in this very moment.
  }
};

const end = async (record: RunRecord): Promise<void> => {
  signal(record, record.stopSignal);
  const deadline = Date.now() + GRACE_MS;
  while (isAlive(record)) {
    if (Date.now() > deadline) signal(record, 'SIGKILL');
    await sleep(20);
  }
};

/**
 * Ends what a killed start left running and returns their names. A number that meanwhile belongs to another process is
 * left alone.
 */
export const endOrphans = async (records: RunRecords): Promise<string[]> => {
  const all = records.all();
  const orphans = all.filter(isAlive);
  await Promise.all(orphans.map(end));
  for (const record of all) records.remove(record.name);
  return orphans.map((record) => record.name);
};
