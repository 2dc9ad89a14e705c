import type { CatchData } from '@catch-data/sdk';

export const getMe = async (cds: CatchData): Promise<void> => {
  const { account, scopes } = await cds.me.get();
  console.log(account.name, scopes);
};

export const getRateLimit = async (cds: CatchData): Promise<void> => {
  console.log((await cds.rateLimit.get()).remaining);
};

export const listRequestLog = async (cds: CatchData): Promise<void> => {
  const { data } = await cds.requestLog.list({ per_page: 10 });
  for (const { at, method, path, status } of data) console.log(at, method, path, status);
};

export const getUsage = async (cds: CatchData): Promise<void> => {
  const { calls, errors } = await cds.usage.get({ interval: 'hour' });
  console.log(`${errors} of ${calls} calls failed`);
};

export const listApiKeys = async (cds: CatchData): Promise<void> => {
  for await (const { name, last_used_at } of cds.apiKeys.list({ active: true })) console.log(name, last_used_at);
};

export const createApiKey = async (cds: CatchData): Promise<void> => {
  const { id, key } = await cds.apiKeys.create({ name: 'Boat', scopes: ['catches:read', 'catches:write'] });
  // Shown in this answer alone: keep it.
  console.log(id, key);
};

export const getApiKey = async (cds: CatchData): Promise<void> => {
  console.log((await cds.apiKeys.get('key_123')).scopes);
};

export const updateApiKey = async (cds: CatchData): Promise<void> => {
  await cds.apiKeys.update('key_123', { allowed_cidrs: ['203.0.113.0/24'] });
};

export const revokeApiKey = async (cds: CatchData): Promise<void> => {
  await cds.apiKeys.revoke('key_123');
};

export const rollApiKey = async (cds: CatchData): Promise<void> => {
  const { key } = await cds.apiKeys.roll('key_123', { grace_seconds: 3600 });
  console.log(key);
};

export const listOAuthClients = async (cds: CatchData): Promise<void> => {
  for await (const { id, name } of cds.oauthClients.list()) console.log(id, name);
};

export const createOAuthClient = async (cds: CatchData): Promise<void> => {
  const { id, client_secret } = await cds.oauthClients.create({
    name: 'Club app',
    redirect_uris: ['https://example.com/callback'],
    grant_types: ['authorization_code', 'refresh_token'],
    scopes: ['catches:read'],
    confidential: true,
  });
  console.log(id, client_secret);
};

export const getOAuthClient = async (cds: CatchData): Promise<void> => {
  console.log((await cds.oauthClients.get('app_123')).redirect_uris);
};

export const updateOAuthClient = async (cds: CatchData): Promise<void> => {
  await cds.oauthClients.update('app_123', { name: 'Club app for phones' });
};

export const deleteOAuthClient = async (cds: CatchData): Promise<void> => {
  await cds.oauthClients.delete('app_123');
};

export const rotateOAuthClientSecret = async (cds: CatchData): Promise<void> => {
  const { client_secret } = await cds.oauthClients.rotateSecret('app_123');
  console.log(client_secret);
};

export const listOAuthGrants = async (cds: CatchData): Promise<void> => {
  for await (const { id, scopes } of cds.oauthGrants.list()) console.log(id, scopes);
};

export const revokeOAuthGrant = async (cds: CatchData): Promise<void> => {
  await cds.oauthGrants.revoke('gra_123');
};
