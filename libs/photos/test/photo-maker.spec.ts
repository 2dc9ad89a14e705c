import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { getPriority, platform } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@cds/testing';
import sharp from 'sharp';
import { Decoders } from '../src/decoder/decoders.js';
import { PhotoMaker } from '../src/photo-maker.js';

const PROGRAM = join(import.meta.dirname, '..', 'dist', 'decoder', 'decoder-main.js');
const onLinux = platform() === 'linux' ? it : it.skip;

let file: Buffer;
beforeAll(async () => {
  file = await sharp({ create: { width: 30, height: 20, channels: 3, background: '#336699' } })
    .jpeg()
    .toBuffer();
});

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});
const photoMaker = (workers = 1, maxWaitMs?: number): PhotoMaker => {
  const maker = new PhotoMaker({
    maxMegapixels: 50,
    workers,
    uploads: 8,
    ...(maxWaitMs !== undefined && { maxWaitMs }),
  });
  stops.push(() => maker.onApplicationShutdown());
  return maker;
};
const decoders = (options?: ConstructorParameters<typeof Decoders>[0]): Decoders => {
  const made = new Decoders(options);
  stops.push(() => made.stop());
  return made;
};
const decode = async (by: Decoders): Promise<string> =>
  (await by.decode({ file, format: 'jpeg', maxMegapixels: 50 })).kind;
const pidOf = (processes: Decoders['processes']): number => {
  expect(processes).toHaveLength(1);
  return processes[0]?.pid ?? 0;
};
/** What these signals do is done before the process reads what it was sent meanwhile. */
const signalled = async <T>(
  pid: number,
  signals: readonly NodeJS.Signals[],
  meanwhile: () => Promise<T>,
): Promise<T> => {
  process.kill(pid, 'SIGSTOP');
  const result = meanwhile();
  for (const signal of signals) process.kill(pid, signal);
  process.kill(pid, 'SIGCONT');
  return result;
};

describe('photos that wait', () => {
  it('get their turn by account, not in the order of their arrival', async () => {
    const maker = photoMaker();
    const made: string[] = [];
    const make = async (accountId: string): Promise<void> => {
      await maker.make(file, accountId);
      made.push(accountId);
    };
    await Promise.all([make('acc_many'), make('acc_many'), make('acc_many'), make('acc_one'), make('acc_two')]);
    expect(made).toEqual(['acc_many', 'acc_one', 'acc_two', 'acc_many', 'acc_many']);
  });

  it('of one account leave a decoder to others', async () => {
    const maker = photoMaker(2);
    const many = [maker.make(file, 'acc_many'), maker.make(file, 'acc_many'), maker.make(file, 'acc_many')];
    expect(maker.decoderProcesses).toHaveLength(1);
    const one = maker.make(file, 'acc_one');
    expect(maker.decoderProcesses).toHaveLength(2);
    await Promise.all([...many, one]);
  });

  it('longer than they may are refused as busy', async () => {
    const maker = photoMaker(1, 10);
    await maker.make(file, 'acc_one');
    const pid = pidOf(maker.decoderProcesses);
    process.kill(pid, 'SIGSTOP');
    const first = maker.make(file, 'acc_one');
    await expect(maker.make(file, 'acc_two')).rejects.toMatchObject({ code: 'service.unavailable' });
    process.kill(pid, 'SIGCONT');
    await first;
  });

  it('hold up no drawing', async () => {
    const maker = photoMaker();
    await maker.make(file, 'acc_one');
    const pid = pidOf(maker.decoderProcesses);
    process.kill(pid, 'SIGSTOP');
    const photo = maker.make(file, 'acc_one');
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>';
    expect((await maker.draw(() => svg, 'thumb')).toString('latin1', 8, 12)).toBe('WEBP');
    process.kill(pid, 'SIGCONT');
    await photo;
  });
});

describe('a decoder', () => {
  it('is started with the first picture, kept for the next, and ended when none comes', async () => {
    const options = { idleMs: 60_000 };
    const all = decoders(options);
    expect(all.processes).toEqual([]);
    await decode(all);
    const pid = pidOf(all.processes);
    options.idleMs = 1;
    await decode(all);
    await eventually(() => expect(all.processes).toEqual([]));
    await decode(all);
    expect(all.processes.some((one) => one.pid === pid)).toBe(false);
  });

  it('runs at a lower priority than the service', async () => {
    const all = decoders();
    await decode(all);
    expect(getPriority(pidOf(all.processes))).toBeGreaterThan(getPriority());
  });

  onLinux('gives way to the service in all its threads and sessions, and where memory runs out', async () => {
    const all = decoders();
    await decode(all);
    const pid = pidOf(all.processes);
    expect(await readFile(`/proc/${pid}/oom_score_adj`, 'utf8')).toBe('1000\n');
    await eventually(async () => {
      const group = await readFile(`/proc/${pid}/autogroup`, 'utf8').catch(() => 'no groups nice 10');
      expect(group).toMatch(/ nice 10$/m);
    });
    const priorities = await Promise.all(
      (await readdir(`/proc/${pid}/task`)).map(async (thread) => niceOf(pid, thread)),
    );
    expect(new Set(priorities)).toEqual(new Set([getPriority(pid)]));
  });

  onLinux('has nothing of the environment of the service', async () => {
    const all = decoders();
    await decode(all);
    const names = (await readFile(`/proc/${pidOf(all.processes)}/environ`, 'latin1'))
      .split('\0')
      .map((one) => one.split('=')[0]);
    expect(names.filter((name) => name && !name.startsWith('NODE_CHANNEL_'))).toEqual(['MALLOC_ARENA_MAX']);
  });

  it('goes on when its process group is asked to stop', async () => {
    const all = decoders();
    await decode(all);
    const pid = pidOf(all.processes);
    expect(await signalled(pid, ['SIGINT', 'SIGTERM', 'SIGHUP'], () => decode(all))).toBe('made');
    expect(pidOf(all.processes)).toBe(pid);
  });

  it('does not finish a picture for a service that is gone', async () => {
    const decoder = fork(PROGRAM, [], { serialization: 'advanced' });
    await once(decoder, 'message');
    decoder.send({ file, format: 'jpeg', maxMegapixels: 50 });
    decoder.disconnect();
    expect(await once(decoder, 'exit')).toEqual([null, 'SIGKILL']);
  });
});

describe('a picture whose decoder', () => {
  it('crashes is unreadable, and the next one is made', async () => {
    const all = decoders();
    await decode(all);
    const pid = pidOf(all.processes);
    await expect(signalled(pid, ['SIGSEGV'], () => decode(all))).rejects.toMatchObject({ code: 'photo.unreadable' });
    expect(await decode(all)).toBe('made');
    expect(pidOf(all.processes)).not.toBe(pid);
  });

  it('is killed may be sent again, and the next one is made', async () => {
    const all = decoders();
    await decode(all);
    const busy = signalled(pidOf(all.processes), ['SIGKILL'], () => decode(all));
    await expect(busy).rejects.toMatchObject({ code: 'service.unavailable' });
    expect(await decode(all)).toBe('made');
  });

  it('takes too long may be sent again, and the decoder ends', async () => {
    const options = { deadlineMs: 60_000 };
    const all = decoders(options);
    await decode(all);
    const pid = pidOf(all.processes);
    process.kill(pid, 'SIGSTOP');
    options.deadlineMs = 1;
    await expect(decode(all)).rejects.toMatchObject({ code: 'service.unavailable' });
    expect(all.processes).toEqual([]);
    await eventually(() => expect(() => process.kill(pid, 0)).toThrow());
    options.deadlineMs = 60_000;
    expect(await decode(all)).toBe('made');
  });

  it('died at rest finds another one', async () => {
    const all = decoders();
    await decode(all);
    process.kill(pidOf(all.processes), 'SIGKILL');
    await eventually(() => expect(all.processes).toEqual([]));
    expect(await decode(all)).toBe('made');
  });
});

const niceOf = async (pid: number, thread: string): Promise<number> =>
  Number((await readFile(`/proc/${pid}/task/${thread}/stat`, 'utf8')).split(') ').at(-1)?.split(' ')[16]);
