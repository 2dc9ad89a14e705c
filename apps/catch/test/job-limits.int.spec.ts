import type { Caller } from '@cds/identity';
import { CatchHarness, owner, reviewer } from './catch.harness.js';

const MAX_WAITING = 5;

let catches: CatchHarness;
beforeAll(async () => {
  catches = await CatchHarness.start();
  // The account's jobs wait, as one of each kind runs elsewhere.
  await catches.pool.query(RUNNING_IMPORT, [owner.accountId]);
  await catches.pool.query(RUNNING_EXPORT, [owner.accountId]);
});
afterAll(() => catches.stop());

const RUNNING_IMPORT = `
INSERT INTO imports (id, account_id, account_name, credential_id, request_id, status, format, size_bytes, position,
  lines, accepted, duplicates, rejected,
  attempts, lease, leased_until, turn_at, has_file, created_at)
VALUES ('imp_elsewhere', $1, 'Owner', 'key_1', 'r', 'running', 'ndjson', 1, 0, 0, 0, 0, 0, 0, 'elsewhere',
  now() + interval '1 hour', now(), false, now())`;

const RUNNING_EXPORT = `
INSERT INTO exports (id, account_id, status, format, filter, walked, last_id, rows, part_names, part_bytes, attempts,
  lease, leased_until, turn_at, has_file, created_at)
VALUES ('exp_elsewhere', $1, 'running', 'ndjson', '{}', 0, '', 0, '{}', '{}', 0, 'elsewhere', now() + interval '1 hour',
  now(), false, now())`;

const KINDS: Record<
  'imports' | 'exports',
  { code: string; send: (caller: Caller) => Promise<{ status: number; headers: Headers; body: object }> }
> = {
  imports: {
    code: 'import.limit',
    send: (caller) => catches.imported('{"species":"walleye","weight_lbs":1}\n', {}, caller),
  },
  exports: {
    code: 'export.limit',
    send: (caller) => catches.call('POST', '/v1/catches/export', { format: 'ndjson' }, caller),
  },
};

describe.each(['imports', 'exports'] as const)('the %s of an account that wait', (kind) => {
  const { code, send } = KINDS[kind];

  it('may be 5, also when more come at the same moment; one more is refused with the bound', async () => {
    const answers = await Promise.all(Array.from({ length: MAX_WAITING + 5 }, () => send(owner)));
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(MAX_WAITING);
    const refused = answers.filter(({ status }) => status === 422);
    expect(refused).toHaveLength(5);
    expect(refused[0]?.body).toMatchObject({ code, status: 422, detail: expect.stringContaining('5') });
    expect(await catches.count(`${kind} WHERE account_id = '${owner.accountId}' AND status <> 'running'`)).toBe(
      MAX_WAITING,
    );
  });

  it('keep no other account from having theirs', async () => {
    expect((await send(reviewer)).status).toBe(202);
  });

  it('make room for one more when one of them has begun', async () => {
    await catches.pool.query(
      `UPDATE ${kind} SET status = 'failed' WHERE id = (SELECT id FROM ${kind}
        WHERE account_id = $1 AND status = 'queued' LIMIT 1)`,
      [owner.accountId],
    );
    expect((await send(owner)).status).toBe(202);
    expect((await send(owner)).status).toBe(422);
  });
});
