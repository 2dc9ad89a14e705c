import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@cds/testing';
import { type OAuthHarness, startOAuth, type TestClient } from './oauth.harness.js';

const REQUESTS = 60;

let server: OAuthHarness;
let client: TestClient;
beforeAll(async () => {
  server = await startOAuth();
  client = await server.client();
});
afterAll(() => server.stop());

const ask = async (secret: string): Promise<number> => {
  const response = await fetch(`${server.url}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'client_credentials', client_id: client.id, client_secret: secret }),
  });
  await response.text();
  return response.status;
};

/** Connections of the gateway whose look-up of a client waits for the lock. */
const waiting = async (): Promise<number> => {
  const { rows } = await server.gateway.pool.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM pg_stat_activity
     WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%oauth_clients%'`,
  );
  return rows[0]?.count ?? 0;
};

describe('an address that asks for many tokens while the database is slow', () => {
  it('leaves connections to everybody else, and gets its answers in the end', async () => {
    const { key } = await server.gateway.storeKey();
    const slow = await server.gateway.pool.connect();
    await slow.query('BEGIN; LOCK TABLE oauth_clients IN ACCESS EXCLUSIVE MODE');
    const answers = Promise.all(Array.from({ length: REQUESTS }, () => ask('wrong')));
    try {
      await eventually(async () => expect(await waiting()).toBe(3));
      expect((await server.me(key)).status).toBe(200);
      expect(await waiting()).toBe(3);
    } finally {
      await slow.query('COMMIT');
      slow.release();
    }
    expect([...new Set(await answers)]).toEqual([401]);
    expect(await ask(client.secret ?? '')).toBe(200);
  });
});
