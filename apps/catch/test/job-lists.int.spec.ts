import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { brokenListRules } from '@cds/testing';
import { CatchHarness, owner, reviewer } from './catch.harness.js';

const OF_BYSTANDER = 20_000;
const OF_OWNER = 5;

let catches: CatchHarness;
beforeAll(async () => {
  catches = await CatchHarness.start();
  for (const jobs of [IMPORTS, EXPORTS]) {
    await catches.pool.query(jobs, [owner.accountId, 'own', OF_OWNER]);
    await catches.pool.query(jobs, [reviewer.accountId, 'foreign', OF_BYSTANDER]);
  }
  await catches.pool.query('ANALYZE imports; ANALYZE exports;');
});
afterAll(() => catches.stop());

const IMPORTS = `
INSERT INTO imports (id, account_id, account_name, credential_id, request_id, status, format, size_bytes, position,
  lines, accepted, duplicates, rejected, attempts, turn_at, has_file, created_at, completed_at)
SELECT 'imp_' || $2 || lpad(job::text, 6, '0'), $1, 'Somebody', 'key_1', 'r',
  CASE job % 5 WHEN 0 THEN 'uploading' WHEN 1 THEN 'failed' ELSE 'completed' END, 'csv', 100, 50, 10, 7, 2, 1, 0, now(),
  false, now() - job * interval '1 minute', now()
FROM generate_series(1, $3::int) AS job`;

const EXPORTS = `
INSERT INTO exports (id, account_id, status, format, filter, walked, last_id, rows, part_names, part_bytes, attempts,
  turn_at, has_file, created_at, completed_at, expires_at)
SELECT 'exp_' || $2 || lpad(job::text, 6, '0'), $1, CASE job % 5 WHEN 1 THEN 'failed' ELSE 'completed' END, 'csv',
  '{"species": ["walleye"]}', 12, '', 12, '{a,b}', '{100,23}', 0, now(), true, now() - job * interval '1 minute', now(),
  now() + interval '1 day'
FROM generate_series(1, $3::int) AS job`;

interface Job {
  readonly id: string;
  readonly status: string;
}

interface JobPage {
  readonly data: readonly Job[];
  readonly total: number;
}

const list = async (path: string, caller = owner): Promise<JobPage> => {
  const { status, body } = await catches.call<JobPage>('GET', path, undefined, caller);
  expect(status).toBe(200);
  return body;
};

describe.each([
  ['imports', 'imp', OF_OWNER - 1],
  ['exports', 'exp', OF_OWNER],
] as const)('a list of %s', (kind, prefix, seen) => {
  it('has those of the account alone, the newest first, each as it is when it is read alone', async () => {
    const { data, total } = await list(`/v1/${kind}`);
    const ids = Array.from({ length: seen }, (_, index) => `${prefix}_own00000${index + 1}`);
    expect([data.map(({ id }) => id), total]).toEqual([ids, seen]);
    for (const job of data) {
      expect((await catches.call('GET', `/v1/${kind}/${job.id}`)).body).toEqual(job);
    }
  });

  it('is filtered by status', async () => {
    const failed = await list(`/v1/${kind}?status=failed`);
    expect(failed.data.map(({ id, status }) => [id, status])).toEqual([[`${prefix}_own000001`, 'failed']]);
    expect((await list(`/v1/${kind}?status=failed&status=completed`)).total).toBe(seen);
    expect(await catches.call('GET', `/v1/${kind}?status=uploading`)).toMatchObject({
      status: 400,
      body: { errors: [{ parameter: 'status' }] },
    });
  });

  it('keeps the rules of every list', async () => {
    const rules = { get: (query: string) => catches.call('GET', `/v1/${kind}?${query}`), field: 'id' };
    expect(await brokenListRules({ ...rules, other: 'status=failed' })).toEqual([]);
  });

  it('reads a page from an index, however many jobs the account and others have', async () => {
    const client = await catches.pool.connect();
    try {
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(
        `EXPLAIN SELECT id FROM ${kind} WHERE account_id = $1 AND status <> 'uploading'
          ORDER BY created_at DESC, id DESC LIMIT 26`,
        [reviewer.accountId],
      );
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      expect(plan).toContain(`${kind}_account_id_created_at_id_idx`);
      expect(plan).not.toContain('Sort');
    } finally {
      client.release();
    }
  });
});
