import { join } from 'node:path';
import { writeFileSync } from 'node:fs';
import { removeScratchFolders, scratchFolder } from '../test/scratch-folder.js';
import { endOrphans } from './orphans.js';
import { RunRecords } from './run-records.js';
import { startProcess } from './server-process.js';

const sleeper = (folder: string) =>
  startProcess({
    name: 'sleeper',
    command: process.execPath,
    args: ['-e', 'setInterval(() => {}, 1000)'],
    env: process.env,
    logFile: join(folder, 'log'),
  });

afterAll(removeScratchFolders);

describe('what a killed start left behind', () => {
  it('is ended', async () => {
    const folder = scratchFolder();
    const records = new RunRecords(join(folder, 'run'));
    const one = await sleeper(folder);
    records.add('catch', one.pid, 'SIGTERM');
    expect(await endOrphans(records)).toEqual(['catch']);
    expect((await one.exited).signal).toBe('SIGTERM');
    expect(records.all()).toEqual([]);
  });

  it('is left alone when its number belongs to another process by now', async () => {
    const folder = scratchFolder();
    const records = new RunRecords(join(folder, 'run'));
    const stranger = await sleeper(folder);
    const record = { name: 'catch', pid: stranger.pid, identity: 'an earlier process', stopSignal: 'SIGTERM' };
    writeFileSync(join(folder, 'run', 'catch.json'), JSON.stringify(record));
    expect(await endOrphans(records)).toEqual([]);
    expect(stranger.isRunning()).toBe(true);
    stranger.child.kill('SIGKILL');
    await stranger.exited;
  });

  it('does not stop a start by a record that was half written', async () => {
    const folder = scratchFolder();
    const records = new RunRecords(join(folder, 'run'));
    writeFileSync(join(folder, 'run', 'catch.json'), '{"name":"ca');
    expect(await endOrphans(records)).toEqual([]);
  });
});
