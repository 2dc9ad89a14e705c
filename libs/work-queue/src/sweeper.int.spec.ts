import { JobTable } from '../test/job-table.js';
import { exclusively } from './exclusively.js';
import { Sweeper, type SweeperOptions } from './sweeper.js';

let jobs: JobTable;
beforeAll(async () => {
  jobs = await JobTable.create();
});
afterEach(() => jobs.clear());
afterAll(() => jobs.end());

const DELETE = 'DELETE FROM jobs WHERE id IN (SELECT id FROM jobs ORDER BY id LIMIT 10 FOR UPDATE SKIP LOCKED)';

const sweeper = (options: Partial<SweeperOptions> = {}): Sweeper =>
  new Sweeper(
    {
      name: 'jobs',
      everyMs: 3_600_000,
      pool: jobs.pool,
      batchSize: 10,
      batches: [(db) => db.query(DELETE)],
      ...options,
    },
    jobs.reports,
  );

describe('a sweeper', () => {
  it('goes on in batches until fewer rows than a batch are left', async () => {
    await jobs.add(...Array.from({ length: 25 }, (_, index) => [`job_${index}`, `${index}`] as const));
    const sizes: (number | null)[] = [];
    const batches: SweeperOptions['batches'] = [
      async (db) => {
        const result = await db.query(DELETE);
        sizes.push(result.rowCount);
        return result;
      },
    ];
    expect(await sweeper({ batches }).sweep()).toBe(25);
    expect(sizes).toEqual([10, 10, 5]);
  });

  it('that is exclusive passes its turn while another copy sweeps', async () => {
    await jobs.add(['a1', 'a']);
    const swept = sweeper({ exclusive: true });
    await exclusively(jobs.pool, 'jobs', async () => expect(await swept.sweep()).toBe(0));
    expect(await swept.sweep()).toBe(1);
  });

  it('that is stopped ends after its batch', async () => {
    await jobs.add(...Array.from({ length: 25 }, (_, index) => [`job_${index}`, `${index}`] as const));
    let stopping: Promise<void> | undefined;
    const stopped: Sweeper = sweeper({
      batches: [
        async (db) => {
          stopping ??= stopped.stop();
          return db.query(DELETE);
        },
      ],
    });
    expect(await stopped.sweep()).toBe(10);
    await stopping;
  });
});
