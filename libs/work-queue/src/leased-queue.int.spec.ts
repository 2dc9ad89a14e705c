import { hasCode } from '@cds/errors';
import { inTransaction } from '@cds/postgres';
import { JobTable } from '../test/job-table.js';
import type { Leased } from './queue-table.js';

let jobs: JobTable;
beforeAll(async () => {
  jobs = await JobTable.create();
});
afterEach(() => jobs.clear());
afterAll(() => jobs.end());

const claimedOne = async (): Promise<Leased<{ account_id: string }>> => {
  const [job] = await jobs.queue.claim();
  if (!job) throw new Error('there was no job');
  return job;
};

describe('claims', () => {
  it('of many workers at once never overlap', async () => {
    const ids = Array.from({ length: 60 }, (_, index) => `job_${String(index).padStart(2, '0')}`);
    await jobs.add(...ids.map((id) => [id, id] as const));
    const claimed = (await Promise.all(Array.from({ length: 12 }, () => jobs.queue.claim(5)))).flat();
    expect(claimed.map(({ id }) => id).sort()).toEqual(ids);
    expect(await jobs.queue.claim()).toEqual([]);
  });

  it('of one account give one job, however many workers claim', async () => {
    await jobs.add(['a1', 'a'], ['a2', 'a'], ['a3', 'a']);
    const claimed = (await Promise.all(Array.from({ length: 8 }, () => jobs.queue.claim()))).flat();
    expect(claimed).toHaveLength(1);
  });

  it('take turns between accounts', async () => {
    await jobs.add(['a1', 'a'], ['b1', 'b'], ['c1', 'c']);
    const order = [];
    for (let turn = 0; turn < 6; turn += 1) {
      const job = await claimedOne();
      order.push(job.id);
      await jobs.queue.release(job);
    }
    expect(order).toEqual(['a1', 'b1', 'c1', 'a1', 'b1', 'c1']);
  });
});

describe('a lease', () => {
  it('that expired is taken over, and lets its former worker do nothing', async () => {
    await jobs.add(['a1', 'a']);
    const first = await claimedOne();
    await jobs.expire();
    const second = await claimedOne();
    expect(second).toMatchObject({ id: 'a1', stalls: 1 });
    for (const use of [
      () => jobs.queue.renew(jobs.pool, first),
      () => jobs.queue.progress(jobs.pool, first, { step: 1 }),
      () => jobs.queue.complete(jobs.pool, first),
    ])
      expect(hasCode(await use().catch((error: unknown) => error), 'resource.conflict')).toBe(true);
    await jobs.queue.fail(first, 'late');
    await jobs.queue.release(first);
    expect(await jobs.row('a1')).toMatchObject({ status: 'running', lease: second.lease, step: 0 });
  });

  it('that was renewed is not taken over', async () => {
    await jobs.add(['a1', 'a']);
    const job = await claimedOne();
    await jobs.expire();
    await jobs.queue.renew(jobs.pool, job);
    expect(await jobs.queue.claim()).toEqual([]);
  });

  it('that is held in a transaction is passed over until the transaction ends', async () => {
    await jobs.add(['a1', 'a']);
    const job = await claimedOne();
    await jobs.expire();
    await inTransaction(jobs.pool, async (tx) => {
      await jobs.queue.renew(tx, job);
      expect(await jobs.queue.claim()).toEqual([]);
    });
  });
});

describe('progress', () => {
  it('is stored with the columns it sets, and clears failures and stalls', async () => {
    await jobs.add(['a1', 'a']);
    await jobs.queue.retryLater(await claimedOne(), 'the storage is away', 0);
    expect(await jobs.row('a1')).toMatchObject({ attempts: 1, error: 'the storage is away', lease: null });
    await claimedOne();
    await jobs.expire();
    const job = await claimedOne();
    expect(job).toMatchObject({ attempts: 1, stalls: 1 });
    await jobs.queue.progress(jobs.pool, job, { step: 7 });
    expect(await jobs.row('a1')).toMatchObject({ attempts: 0, stalls: 0, error: null, step: 7 });
  });
});

describe('a job that goes back', () => {
  it('is claimed again after its pause', async () => {
    await jobs.add(['a1', 'a']);
    await jobs.queue.release(await claimedOne(), 60);
    expect(await jobs.queue.claim()).toEqual([]);
    await jobs.pool.query("UPDATE jobs SET due_at = due_at - interval '60 seconds'");
    expect(await claimedOne()).toMatchObject({ id: 'a1', stalls: 0 });
  });
});
