import type { Credentials } from '@cds/local/running-stack';

const SCOPES = [
  ...['catches:read', 'catches:write', 'webhooks:read', 'webhooks:write'],
  ...['species:read', 'leaderboards:read'],
];

/** Sends JSON to the product and returns the object that it answers; fails when the answer is not a success. */
export const post = async <T>(baseUrl: string, key: string, path: string, body: object): Promise<T> => {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const answer = await fetch(`${baseUrl}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`POST ${path}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as T;
};

/** A key of a new account, which no rate limit holds back. */
export const newKey = async ({ base_url: baseUrl, api_key: admin }: Credentials): Promise<string> => {
  const name = `bench-${Date.now()}`;
  const account = await post<{ id: string }>(baseUrl, admin, '/v1/accounts', { name, email: `${name}@example.com` });
  const { key } = await post<{ key: string }>(baseUrl, admin, '/v1/api-keys', {
    name,
    scopes: SCOPES,
    account_id: account.id,
    rate_limit: { limit: 1_000_000, window_seconds: 60 },
  });
  return key;
};

export const CATCH = { species: 'largemouth bass', weight_lbs: 8.4, depth_ft: 12 };
