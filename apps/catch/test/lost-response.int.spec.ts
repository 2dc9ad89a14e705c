import { identityHeaders } from '@cds/testing/identity';
import { eventually, FreezingProxy } from '@cds/testing';
import { CatchHarness, owner } from './catch.harness.js';

let catches: CatchHarness;
let proxy: FreezingProxy;
beforeAll(async () => {
  catches = await CatchHarness.start();
  proxy = await FreezingProxy.to(catches.url);
});
afterAll(async () => {
  await proxy.close();
  await catches.stop();
});

const post = async (signal?: AbortSignal) => {
  const answer = await fetch(new URL('/v1/catches', proxy.url), {
    method: 'POST',
    headers: { ...identityHeaders('catch', owner), 'content-type': 'application/json', 'idempotency-key': 'lost' },
    body: JSON.stringify({ species: 'walleye', weight_lbs: 3.5, external_id: 'lost-1' }),
    ...(signal && { signal }),
  });
  const replayed = answer.headers.get('idempotency-replayed');
  return { status: answer.status, location: answer.headers.get('location'), replayed, text: await answer.text() };
};

const isWaiting = async (): Promise<void> => {
  const { rows } = await catches.pool.query(WAITING);
  expect(rows).toHaveLength(1);
};

const WAITING = `SELECT FROM pg_stat_activity
WHERE datname = current_database() AND application_name = 'catch' AND wait_event_type = 'Lock'`;

describe('a POST whose response is lost by a proxy that freezes', () => {
  it('makes one catch, and is answered with it when it is sent again under its key', async () => {
    const before = await catches.count('catches');
    const holder = await catches.pool.connect();
    await holder.query('BEGIN; LOCK TABLE events IN SHARE MODE');
    const caller = new AbortController();
    const lost = post(caller.signal).catch((error: unknown) => (error as Error).name);
    // The service has the request and cannot answer it before the proxy freezes.
    await eventually(isWaiting);
    proxy.freeze();
    await holder.query('ROLLBACK');
    holder.release();
    await eventually(() => expect(proxy.dropped).toBeGreaterThan(0));
    caller.abort();
    expect(await lost).toBe('AbortError');

    const again = await post();
    expect(again).toMatchObject({ status: 201, replayed: 'true' });
    const { id } = JSON.parse(again.text) as { id: string };
    expect(again.location).toContain(id);
    expect(await post()).toEqual(again);
    expect(await catches.count('catches')).toBe(before + 1);
    expect(await catches.call('GET', `/v1/catches/${id}`)).toMatchObject({
      status: 200,
      body: { version: 1, external_id: 'lost-1', weight_lbs: 3.5 },
    });
  });
});
