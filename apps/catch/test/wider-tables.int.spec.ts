import { recordingRelease, widenTables } from '@cds/testing';
import { WITNESSED } from './catch.builders.js';
import { CatchHarness, reviewer } from './catch.harness.js';

let catches: CatchHarness;
beforeAll(async () => {
  catches = await CatchHarness.start();
});
afterAll(() => catches.stop());

const refused: string[] = [];
const call = async <T = { id: string }>(method: string, path: string, body?: unknown, caller?: typeof reviewer) => {
  const answer = await catches.call<T>(method, path, body, caller);
  if (answer.status >= 300) refused.push(`${answer.status} ${method} ${path} ${JSON.stringify(answer.body)}`);
  return answer.body;
};

const LISTS = [
  'per_page=2',
  'species=walleye',
  'sort=-weight_lbs',
  'sort=length_in,-weight_lbs&min_weight_lbs=1',
  'q=reeds&sort=-caught_at',
  'near=30,-97,50',
  'updated_since=2020-01-01T00:00:00Z&include_deleted=true&sort=updated_at',
];

/** The main reads and writes of the service, on connections that have run them before. */
const exercise = async (run: string): Promise<void> => {
  const order = {
    species: 'walleye',
    weight_lbs: 4,
    notes: 'by the reeds',
    location: { name: 'Lake', latitude: 30, longitude: -97 },
  };
  const angler = await call('POST', '/v1/anglers', { name: 'Ann', external_id: `angler-${run}` });
  const { id } = await call('POST', '/v1/catches', { ...order, angler_id: angler.id, external_id: `catch-${run}` });
  const other = await call('POST', '/v1/catches', order);
  await call('PATCH', `/v1/catches/${id}`, { weight_lbs: 5 });
  await call('PUT', `/v1/catches/${id}`, { ...order, weight_lbs: 6 });
  const asked = await call('POST', `/v1/catches/${id}/verifications`, WITNESSED);
  await call('POST', `/v1/verifications/${asked.id}/approve`, undefined, reviewer);
  for (const path of [id, `${id}/history`, `${id}?as_of=${new Date().toISOString()}`])
    await call('GET', `/v1/catches/${path}`);
  for (const query of LISTS) await call('GET', `/v1/catches?${query}`);
  await call('PATCH', `/v1/anglers/${angler.id}`, { name: 'Anne' });
  for (const path of ['anglers', `anglers/${angler.id}`, 'verifications', `verifications/${asked.id}`])
    await call('GET', `/v1/${path}`);
  const rows = `{"species":"walleye","weight_lbs":3,"notes":"${run}"}\n`.repeat(3);
  expect(await catches.importEnded(rows)).toMatchObject({ status: 'completed' });
  const wanted = await call('POST', '/v1/catches/export', { format: 'csv' });
  expect(await catches.ended(`/v1/exports/${wanted.id}`)).toMatchObject({ status: 'completed' });
  await catches.folded();
  await call('DELETE', `/v1/catches/${other.id}`);
  await call('DELETE', `/v1/anglers/${angler.id}`);
};

describe('a running service whose tables a later release widens', () => {
  it('goes on reading and writing', async () => {
    await recordingRelease('catch', () => exercise('once'));
    for (const run of ['twice', 'thrice']) await exercise(run);
    expect((await widenTables(catches.pool)).length).toBeGreaterThan(20);
    for (const run of ['widened', 'again']) await exercise(run);
    expect(refused).toEqual([]);
  });
});
