import { AppError } from '@cds/errors';
import { eventually } from '@cds/testing';
import { JOBS, JobTable, type TestJob } from '../test/job-table.js';
import { LeasedQueue } from './leased-queue.js';
import { Worker, type WorkerOptions } from './worker.js';

let jobs: JobTable;
beforeAll(async () => {
  jobs = await JobTable.create();
});
afterAll(() => jobs.end());

const started: Worker<TestJob>[] = [];
afterEach(async () => {
  await Promise.all(started.splice(0).map((worker) => worker.stop()));
  await jobs.clear();
});

const worker = (work: WorkerOptions<TestJob>['work'], more: Partial<WorkerOptions<TestJob>> = {}): Worker<TestJob> => {
  const made = new Worker({ name: 'tests', queue: jobs.queue, lookEveryMs: 20, work, ...more }, jobs.reports);
  made.start();
  started.push(made);
  return made;
};

describe('a worker', () => {
  it('does every job once', async () => {
    const done: string[] = [];
    const work: WorkerOptions<TestJob>['work'] = async ({ id }) => {
      done.push(id);
      return 'done';
    };
    await jobs.add(['a1', 'a'], ['a2', 'a'], ['b1', 'b']);
    worker(work);
    worker(work, { concurrency: 2 });
    await eventually(async () => {
      for (const id of ['a1', 'a2', 'b1'])
        expect(await jobs.row(id)).toMatchObject({ status: 'completed', lease: null });
    });
    expect(done.sort()).toEqual(['a1', 'a2', 'b1']);
  });

  it('gives every account a turn before an account has its second one', async () => {
    const turns: string[] = [];
    await jobs.add(['a1', 'a'], ['b1', 'b']);
    worker(
      async ({ id }, turn) => {
        turns.push(id);
        while (!turn.isOver()) await new Promise((resolve) => setImmediate(resolve));
        return turns.length < 4 ? { afterSeconds: 0 } : 'done';
      },
      { turnMs: 5 },
    );
    await eventually(() => expect(turns.slice(0, 4)).toEqual(['a1', 'b1', 'a1', 'b1']));
  });

  it('fails a job for a reason of its own at once', async () => {
    await jobs.add(['a1', 'a']);
    worker(() => Promise.reject(new AppError({ code: 'request.invalid', kind: 'invalid', message: 'Not CSV.' })));
    await eventually(async () =>
      expect(await jobs.row('a1')).toMatchObject({ status: 'failed', error: 'Not CSV.', attempts: 0 }),
    );
  });

  it('calls no operator for a job that cannot be done as it was asked for', async () => {
    await jobs.add(['a1', 'a'], ['a2', 'a']);
    let ended = 0;
    worker(
      ({ id }) =>
        Promise.reject(
          id === 'a1'
            ? new AppError({ code: 'request.invalid', kind: 'invalid', message: 'Not CSV.' })
            : new TypeError('a bug'),
        ),
      { name: 'refusing', retry: { minSeconds: 0, maxSeconds: 0, isLast: () => true }, onEnd: () => void (ended += 1) },
    );
    await eventually(() => expect(ended).toBe(2));
    expect(jobs.events.filter((name) => name !== 'job.turn')).toEqual(['job.refused', 'job.failed']);
    const runs = await jobs.registry.getSingleMetricAsString('cds_background_runs_total');
    expect(runs).toContain('{work="refusing",outcome="refused"} 1');
    expect(runs).toContain('{work="refusing",outcome="failed"} 1');
  });

  it('tries again later what may heal, and says why', async () => {
    await jobs.add(['a1', 'a']);
    const away = new AppError({ code: 'storage.unavailable', kind: 'unavailable', message: 'The storage is away.' });
    worker(() => Promise.reject(away), { retry: { minSeconds: 600, maxSeconds: 600, isLast: () => false } });
    await eventually(async () =>
      expect(await jobs.row('a1')).toMatchObject({ status: 'running', error: 'The storage is away.', attempts: 1 }),
    );
    const { rows } = await jobs.pool.query<{ pause: number }>(
      'SELECT extract(epoch FROM due_at - now())::float8 AS pause FROM jobs',
    );
    expect(rows[0]?.pause).toBeGreaterThan(290);
    expect(rows[0]?.pause).toBeLessThanOrEqual(600);
  });

  it('fails a job after three bugs in a row', async () => {
    await jobs.add(['a1', 'a']);
    let tries = 0;
    worker(() => Promise.reject(new TypeError(`bug ${(tries += 1)}`)), {
      retry: { minSeconds: 0, maxSeconds: 0, isLast: ({ attempt }) => attempt >= 3 },
    });
    await eventually(async () =>
      expect(await jobs.row('a1')).toMatchObject({ status: 'failed', error: 'Something went wrong on our side.' }),
    );
    expect(tries).toBe(3);
  });

  it('fails a job whose lease expired three times without progress, and does not begin it', async () => {
    await jobs.add(['a1', 'a']);
    for (let stall = 0; stall < 3; stall += 1) {
      expect(await jobs.queue.claim()).toHaveLength(1);
      await jobs.expire();
    }
    let begun = 0;
    worker(async () => {
      begun += 1;
      return 'done';
    });
    await eventually(async () =>
      expect(await jobs.row('a1')).toMatchObject({ status: 'failed', error: expect.stringContaining('3 attempts') }),
    );
    expect(begun).toBe(0);
    expect(jobs.events).toContain('job.stalled');
  });

  it('postpones one that cannot fail, and begins it again then', async () => {
    await jobs.add(['a1', 'a']);
    const { failed: _, ...table } = JOBS;
    const queue = new LeasedQueue<TestJob>(jobs.pool, table);
    for (let stall = 0; stall < 3; stall += 1) {
      expect(await queue.claim()).toHaveLength(1);
      await jobs.expire();
    }
    worker(async () => 'done', { queue, retry: { minSeconds: 0, maxSeconds: 0, isLast: () => false } });
    await eventually(async () => expect((await jobs.row('a1')).status).toBe('completed'));
    expect(jobs.events).toContain('job.stalled');
  });

  it('counts no lease that expired before the job was given back', async () => {
    await jobs.add(['a1', 'a']);
    for (let stall = 0; stall < 3; stall += 1) {
      expect(await jobs.queue.claim()).toHaveLength(1);
      await jobs.expire();
      const [job] = await jobs.queue.claim();
      if (job) await jobs.queue.release(job);
    }
    worker(async () => 'done');
    await eventually(async () => expect((await jobs.row('a1')).status).toBe('completed'));
  });

  it('begins again a job whose lease expired between steps of progress', async () => {
    await jobs.add(['a1', 'a']);
    for (let stall = 0; stall < 4; stall += 1) {
      const [job] = await jobs.queue.claim();
      if (job) await jobs.queue.progress(jobs.pool, job);
      await jobs.expire();
    }
    worker(async () => 'done');
    await eventually(async () => expect((await jobs.row('a1')).status).toBe('completed'));
  });

  it('renews the lease of a job whose work waits', async () => {
    await jobs.add(['a1', 'a']);
    const queue = new LeasedQueue<TestJob>(jobs.pool, { ...JOBS, leaseSeconds: 1 });
    let end = (): void => undefined;
    worker(() => new Promise((resolve) => (end = () => resolve('done'))), { queue });
    const dueAt = async (): Promise<number> => {
      const { rows } = await jobs.pool.query<{ due_at: Date }>('SELECT due_at FROM jobs WHERE lease IS NOT NULL');
      return rows[0]?.due_at.getTime() ?? Promise.reject(new Error('the job is not leased'));
    };
    const first = await eventually(dueAt);
    await eventually(async () => expect(await dueAt()).toBeGreaterThan(first));
    end();
  });

  it('that is stopped gives its job back at once', async () => {
    await jobs.add(['a1', 'a']);
    let isWorking = false;
    const stopped = worker(async (_job, turn) => {
      isWorking = true;
      while (!turn.isOver()) await new Promise((resolve) => setImmediate(resolve));
      return { afterSeconds: 0 };
    });
    await eventually(() => expect(isWorking).toBe(true));
    await stopped.stop();
    expect(await jobs.row('a1')).toMatchObject({ lease: null });
    expect(await jobs.queue.claim()).toHaveLength(1);
  });

  it('that is woken looks at once', async () => {
    const sleepy = worker(async () => 'done', { lookEveryMs: 3_600_000 });
    await jobs.add(['a1', 'a']);
    sleepy.wake();
    await eventually(async () => expect((await jobs.row('a1')).status).toBe('completed'));
  });
});
