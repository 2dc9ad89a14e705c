import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { removeScratchFolders, scratchFolder } from '../test/scratch-folder.js';
import { LogWatcher, prettyLine } from './log-watcher.js';
import { newsFilter } from './warnings.js';

afterAll(removeScratchFolders);

const line = (level: string, msg: string): string => JSON.stringify({ level, msg });

describe('a followed log', () => {
  it('hands over what is severe and new', () => {
    const file = join(scratchFolder(), 'log');
    writeFileSync(file, `${line('error', 'old')}\n`);
    const watcher = new LogWatcher('catch', file);
    appendFileSync(file, `${line('info', 'fine')}\n${line('warn', 'odd')}\n`);
    expect(watcher.severeLines()).toEqual([line('warn', 'odd')]);
    expect(watcher.severeLines()).toEqual([]);
  });

  it('waits for the end of a line', () => {
    const file = join(scratchFolder(), 'log');
    const watcher = new LogWatcher('catch', file);
    const whole = line('error', 'broken in two');
    writeFileSync(file, whole.slice(0, 10));
    expect(watcher.severeLines()).toEqual([]);
    appendFileSync(file, `${whole.slice(10)}\n`);
    expect(watcher.severeLines()).toEqual([whole]);
  });
});

describe('a line for people', () => {
  it('has the service, the level and what happened', () => {
    const text = JSON.stringify({ level: 'error', msg: 'relay failed', err: { message: 'no broker' } });
    expect(prettyLine('catch', text)).toBe('catch        ERROR relay failed: no broker');
  });

  it('is shown as it is when it is no JSON', () => {
    expect(prettyLine('catch', 'oops')).toBe('catch        oops');
  });
});

describe('a warning that comes again and again', () => {
  it('is news once in ten seconds, for each service', () => {
    let now = 0;
    const isNews = newsFilter(() => now);
    expect([
      isNews('catch', line('warn', 'lost')),
      isNews('catch', line('warn', 'lost')),
      isNews('webhook', line('warn', 'lost')),
    ]).toEqual([true, false, true]);
    now = 10_000;
    expect(isNews('catch', line('warn', 'lost'))).toBe(true);
  });
});
