import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { removeScratchFolders, scratchFolder } from '../test/scratch-folder.js';
import { processIdentity } from './process-identity.js';
import { RunRecords } from './run-records.js';
import { type ServerProcess, startProcess } from './server-process.js';
import { Supervised } from './supervised.js';

const until = async (isSo: () => boolean): Promise<void> => {
  for (let tries = 0; !isSo(); tries++) {
    if (tries > 500) throw new Error('it never came to be');
    await sleep(10);
  }
};

const supervised = (script: string) => {
  const folder = scratchFolder();
  const records = new RunRecords(join(folder, 'run'));
  const reports: string[] = [];
  const started: ServerProcess[] = [];
  const unit = new Supervised({
    name: 'unit',
    stopSignal: 'SIGTERM',
    graceMs: 300,
    records,
    report: (text) => reports.push(text),
    launch: async (onSpawn) => {
      const process_ = await startProcess({
        name: 'unit',
        command: process.execPath,
        args: ['-e', script],
        env: process.env,
        logFile: join(folder, 'log'),
      });
      started.push(process_);
      onSpawn(process_);
      return process_;
    },
  });
  return { unit, records, reports, started };
};

const FOR_EVER = 'setInterval(() => {}, 1000)';

afterAll(removeScratchFolders);

describe('a supervised process', () => {
  it('is started again when it is killed, until it is stopped', async () => {
    const { unit, records, reports, started } = supervised(FOR_EVER);
    await unit.start();
    unit.process?.child.kill('SIGKILL');
    await until(() => reports.includes('was started again'));
    expect(reports).toEqual(['was ended by SIGKILL; starting it again', 'was started again']);
    expect(unit.restarts).toBe(1);
    expect(records.all().map((record) => record.pid)).toEqual([unit.process?.pid]);
    await unit.stop();
    expect(started.map((one) => one.isRunning())).toEqual([false, false]);
    expect(records.all()).toEqual([]);
  });

  it('is started again more and more slowly when it does not stay up', async () => {
    const { unit, started } = supervised('process.exit(3)');
    await unit.start();
    await until(() => started.length === 2);
    const since = performance.now();
    await until(() => started.length === 3);
    expect(performance.now() - since).toBeGreaterThan(350);
    await unit.stop();
  });

  it('is not started again when it is stopped while it waits', async () => {
    const { unit, reports, started } = supervised('process.exit(3)');
    await unit.start();
    await until(() => reports.length === 1);
    await unit.stop();
    await sleep(400);
    expect(started).toHaveLength(1);
  });

  it('is killed when it does not stop in time', async () => {
    const { unit, started } = supervised(`process.on('SIGTERM', () => {}); console.log('deaf'); ${FOR_EVER}`);
    await unit.start();
    await until(() => started[0]?.output().includes('deaf') ?? false);
    await unit.stop();
    expect(processIdentity(started[0]?.pid ?? 0)).toBeNull();
  });
});
