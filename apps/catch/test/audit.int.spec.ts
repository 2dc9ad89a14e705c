import { TOPICS } from '@cds/contracts';
import { type AuditRecordedV1, auditRecordedV1 } from '@cds/contracts/events';
import { addressSigner, type Caller } from '@cds/identity';
import { newId } from '@cds/service-kit';
import { eventually, newTopics, readTopic, testKafka } from '@cds/testing';
import { identityHeaders, TEST_IDENTITY_SECRET, testCaller } from '@cds/testing/identity';
import { CatchHarness, owner } from './catch.harness.js';

let catches: CatchHarness;
let caller: Caller;
beforeAll(async () => {
  await newTopics(testKafka().brokers, { [TOPICS.auditEvents]: 3 });
  catches = await CatchHarness.start();
});
afterAll(() => catches.stop());
beforeEach(() => {
  caller = testCaller({ accountId: newId('account'), credentialId: newId('apiKey'), scopes: owner.scopes });
});

/** The entries that the audit log receives about an account, sorted by action. */
const entriesOf = (accountId: string, count: number): Promise<AuditRecordedV1[]> =>
  eventually(
    async () => {
      const messages = await readTopic(testKafka().brokers, TOPICS.auditEvents);
      const entries = messages
        .map(({ value }) => auditRecordedV1.parse(JSON.parse(String(value))))
        .filter(({ account_id: id }) => id === accountId)
        .toSorted((a, b) => a.action.localeCompare(b.action));
      expect(entries).toHaveLength(count);
      return entries;
    },
    { timeoutMs: 20_000 },
  );

/** As the gateway sends it. */
const from = (address: string, requestId: string): Record<string, string> => ({
  ...identityHeaders('catch', caller, requestId),
  'x-cds-address': addressSigner([TEST_IDENTITY_SECRET])(address, requestId),
});

it('imports, exports and erasures are recorded with who asked and from where, and without their contents', async () => {
  const line = JSON.stringify({ species: 'walleye', weight_lbs: 3, angler: { name: 'Zelda Secret' } });
  const { body: imported } = await catches.imported(line, from('203.0.113.7', 'audited-import'), caller);
  const { body: exported } = await catches.call<{ id: string }>(
    'POST',
    '/v1/catches/export',
    { format: 'csv', filter: { q: 'secret', species: 'walleye' } },
    caller,
    from('203.0.113.8', 'audited-export'),
  );
  const { body: angler } = await catches.call<{ id: string }>('POST', '/v1/anglers', { name: 'Zelda Secret' }, caller);
  const erased = await catches.call('DELETE', `/v1/anglers/${angler.id}`, undefined, caller);
  expect(erased.status).toBe(204);
  const entries = await entriesOf(caller.accountId, 3);
  expect(entries).toMatchObject([
    { action: 'angler.erased', target_id: angler.id, details: null },
    {
      action: 'export.created',
      target_id: exported.id,
      address: '203.0.113.8',
      request_id: 'audited-export',
      details: { format: 'csv', filtered_by: ['q', 'species'] },
    },
    {
      action: 'import.created',
      target_id: imported.id,
      address: '203.0.113.7',
      request_id: 'audited-import',
      details: { format: 'ndjson', size_bytes: Buffer.byteLength(line) },
    },
  ]);
  for (const { actor_id: actor } of entries) expect(actor).toBe(caller.credentialId);
  expect(JSON.stringify(entries)).not.toMatch(/secret/i);
});

it('a refused request is not recorded', async () => {
  await catches.call('POST', '/v1/catches/export', { format: 'csv', filter: { colour: 'red' } }, caller);
  await catches.imported('', { 'content-type': 'image/png' }, caller);
  await catches.call('DELETE', `/v1/anglers/${newId('angler')}`, undefined, caller);
  await catches.call('POST', '/v1/catches/export', { format: 'csv' }, caller);
  expect((await entriesOf(caller.accountId, 1)).map(({ action }) => action)).toEqual(['export.created']);
});

it('the erasure of a deleted account is recorded once, when it is complete', async () => {
  await catches.call('POST', '/v1/anglers', { name: 'Zelda Secret' }, caller);
  await catches.pool.query(
    "INSERT INTO account_erasures (account_id, requested_at, due_at) VALUES ($1, now() - interval '2 minutes', now())",
    [caller.accountId],
  );
  const [fact, ...more] = await entriesOf(caller.accountId, 1);
  expect(more).toEqual([]);
  expect(fact).toMatchObject({ action: 'account.erased', target_id: caller.accountId, actor_id: null });
  const { rows } = await catches.pool.query('SELECT due_at FROM account_erasures WHERE account_id = $1', [
    caller.accountId,
  ]);
  expect(rows).toEqual([{ due_at: null }]);
});
