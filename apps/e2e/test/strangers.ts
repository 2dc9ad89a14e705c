import { SCOPES } from '@cds/contracts';
import type { RunningStack } from '@cds/local/running-stack';
import { eventually, noteSecretsOf } from '@cds/testing';
import type { Product } from './product.js';

/** All that an account may be given, but for the review of others' catches. */
const GIVEN = SCOPES.filter((scope) => scope !== 'admin' && scope !== 'verifications:write');

/**
 * What each call about one thing answers to a stranger with every scope but `admin` and `verifications:write`: what is
 * public may be read, what is private is not there, what is public and another's is not theirs to change.
 */
const TO_STRANGERS: Readonly<Record<string, number>> = {
  'GET /v1/catches/{id}': 200,
  'PUT /v1/catches/{id}': 403,
  'PATCH /v1/catches/{id}': 403,
  'DELETE /v1/catches/{id}': 403,
  'GET /v1/catches/{id}/history': 200,
  'POST /v1/catches/{id}/verifications': 403,
  'POST /v1/catches/{id}/photos': 403,
  'GET /v1/catches/{id}/photos/{photo_id}': 200,
  'DELETE /v1/catches/{id}/photos/{photo_id}': 403,
  'GET /v1/anglers/{id}': 200,
  'PATCH /v1/anglers/{id}': 403,
  'DELETE /v1/anglers/{id}': 403,
  'GET /v1/anglers/{id}/rankings': 200,
  'GET /v1/imports/{id}': 404,
  'GET /v1/imports/{id}/rejected': 404,
  'GET /v1/exports/{id}': 404,
  'GET /v1/exports/{id}/download': 404,
  'GET /v1/verifications/{id}': 404,
  'POST /v1/verifications/{id}/approve': 403,
  'POST /v1/verifications/{id}/reject': 403,
  'POST /v1/verifications/{id}/revoke': 403,
  'GET /v1/leaderboards/{id}': 200,
  'PATCH /v1/leaderboards/{id}': 403,
  'DELETE /v1/leaderboards/{id}': 403,
  'GET /v1/leaderboards/{id}/entries': 200,
  'GET /v1/webhooks/{id}': 404,
  'PATCH /v1/webhooks/{id}': 404,
  'DELETE /v1/webhooks/{id}': 404,
  'POST /v1/webhooks/{id}/enable': 404,
  'POST /v1/webhooks/{id}/rotate-secret': 404,
  'GET /v1/webhooks/{id}/deliveries': 404,
  'GET /v1/webhooks/{id}/stats': 404,
  'POST /v1/webhooks/{id}/test': 404,
  'POST /v1/webhooks/{id}/recover': 404,
  'POST /v1/webhooks/{id}/replay': 404,
  'GET /v1/webhook-replays/{id}': 404,
  'GET /v1/events/{id}': 404,
  'GET /v1/webhook-recoveries/{id}': 404,
  'GET /v1/webhook-deliveries/{id}': 404,
  'POST /v1/webhook-deliveries/{id}/resend': 404,
  'GET /v1/api-keys/{id}': 404,
  'PATCH /v1/api-keys/{id}': 404,
  'DELETE /v1/api-keys/{id}': 404,
  'POST /v1/api-keys/{id}/roll': 404,
  'GET /v1/accounts/{id}': 403,
  'PATCH /v1/accounts/{id}': 403,
  'DELETE /v1/accounts/{id}': 403,
  'DELETE /v1/accounts/{id}/second-factors': 403,
  'GET /v1/oauth-clients/{id}': 404,
  'PATCH /v1/oauth-clients/{id}': 404,
  'DELETE /v1/oauth-clients/{id}': 404,
  'POST /v1/oauth-clients/{id}/rotate-secret': 404,
  'DELETE /v1/oauth-grants/{id}': 404,
};

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4z8DwHwAFAAH/iZk9HQAAAABJRU5ErkJggg==',
  'base64',
);

let stack: RunningStack;

type Thing = Record<string, unknown> & { id: string };

const ask = async (
  key: string,
  method: string,
  path: string,
  body?: unknown,
): Promise<{ status: number; body: Thing }> => {
  const isJson = body !== undefined && !(body instanceof FormData) && typeof body !== 'string';
  const answer = await fetch(`${stack.credentials.base_url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${key}`,
      ...(isJson && { 'content-type': 'application/json' }),
      ...(typeof body === 'string' && { 'content-type': 'application/x-ndjson' }),
    },
    ...(body !== undefined && { body: isJson ? JSON.stringify(body) : (body as FormData | string) }),
  });
  const text = await answer.text();
  noteSecretsOf({ headers: {}, body: text });
  return { status: answer.status, body: (text ? JSON.parse(text) : {}) as Thing };
};

const made = async (key: string, path: string, body: unknown): Promise<Thing> => {
  const { status, body: thing } = await ask(key, 'POST', path, body);
  if (status > 202) throw new Error(`POST ${path}: ${status} ${JSON.stringify(thing)}`);
  return thing;
};

/** A key of an account of its own. */
const newAccount = async (name: string): Promise<{ account: Thing; key: string }> => {
  const account = await made(stack.credentials.api_key, '/v1/accounts', { name, email: `${name}@example.com` });
  const { key } = await made(stack.credentials.api_key, '/v1/api-keys', {
    name,
    scopes: GIVEN,
    account_id: account.id,
    rate_limit: { limit: 100_000, window_seconds: 60 },
  });
  return { account, key: String(key) };
};

/** One of everything that an account can have; names as the paths have them. */
const belongings = async (account: Thing, key: string): Promise<Record<string, string>> => {
  const endpoint = await made(key, '/v1/webhooks', { url: 'http://127.0.0.1:9/hook', event_types: ['catch.*'] });
  const angler = await made(key, '/v1/anglers', { name: 'Ann Angler' });
  const { id: catchId } = await made(key, '/v1/catches', {
    species: 'largemouth bass',
    weight_lbs: 8.4,
    angler_id: angler.id,
  });
  const photo = new FormData();
  photo.set('file', new Blob([PIXEL], { type: 'image/png' }), 'pixel.png');
  const { id: photoId } = await made(key, `/v1/catches/${catchId}/photos`, photo);
  const verification = await made(key, `/v1/catches/${catchId}/verifications`, {
    tier: 'photo',
    evidence: { photos: [photoId] },
  });
  const imported = await made(key, '/v1/catches/import', '{"species":"walleye","weight_lbs":2}\n');
  const exported = await made(key, '/v1/catches/export', { format: 'ndjson', filter: { mine: 'true' } });
  const recovery = await made(key, `/v1/webhooks/${endpoint.id}/recover`, { since: '2026-01-01T00:00:00Z' });
  const replay = await made(key, `/v1/webhooks/${endpoint.id}/replay`, { since: '2026-01-01T00:00:00Z' });
  const apiKey = await made(key, '/v1/api-keys', { name: 'second', scopes: ['catches:read'] });
  const client = await made(key, '/v1/oauth-clients', {
    name: 'App',
    redirect_uris: ['https://app.example.com/callback'],
    grant_types: ['authorization_code'],
    scopes: ['catches:read'],
    confidential: true,
  });
  const board = await made(key, '/v1/leaderboards', { metric: 'longest', region: 'US-TX', period: 'week' });
  const [delivery, event] = await Promise.all([
    eventually(async () => firstOf(await ask(key, 'GET', `/v1/webhooks/${endpoint.id}/deliveries`)), {
      timeoutMs: 20_000,
    }),
    eventually(async () => firstOf(await ask(key, 'GET', '/v1/events?type=catch.*')), { timeoutMs: 20_000 }),
    // The leaderboard service knows an angler by their first catch.
    eventually(async () => expect((await ask(key, 'GET', `/v1/anglers/${angler.id}/rankings`)).status).toBe(200)),
  ]);
  return {
    catches: catchId,
    photo_id: photoId,
    anglers: angler.id,
    verifications: verification.id,
    imports: imported.id,
    exports: exported.id,
    webhooks: endpoint.id,
    'webhook-deliveries': delivery,
    'webhook-recoveries': recovery.id,
    'webhook-replays': replay.id,
    events: event,
    leaderboards: board.id,
    'api-keys': apiKey.id,
    accounts: account.id,
    'oauth-clients': client.id,
    'oauth-grants': 'grant_of_nobody',
  };
};

const firstOf = ({ body }: { body: Thing }): string => {
  const [first] = body['data'] as Thing[];
  if (!first) throw new Error('the list is empty');
  return first.id;
};

/** Every call about one thing of an account that asks for a credential. Species are nobody's: their scope decides. */
const callsAboutOne = async (): Promise<string[]> => {
  const { paths } = (await (await fetch(`${stack.credentials.base_url}/openapi.json`)).json()) as {
    paths: Record<string, Record<string, { security: object[] }>>;
  };
  return Object.entries(paths).flatMap(([path, calls]) =>
    path.includes('{') && !path.startsWith('/v1/species/')
      ? Object.entries(calls).flatMap(([method, { security }]) =>
          security.length > 0 ? [`${method.toUpperCase()} ${path}`] : [],
        )
      : [],
  );
};

/** What an account shows to others, and what it keeps from them. */
export const strangers = (here: () => Product): void =>
  describe('a stranger with every scope', () => {
    beforeAll(() => void ({ stack } = here()));

    it('gets of another account what is public, and nothing else', async () => {
      const [owner, stranger] = [await newAccount('owner'), await newAccount('stranger')];
      const ids = await belongings(owner.account, owner.key);
      const calls = await callsAboutOne();
      expect(calls.toSorted()).toEqual(Object.keys(TO_STRANGERS).toSorted());
      const answers: Record<string, number> = {};
      for (const call of calls) {
        const [method = '', path = ''] = call.split(' ');
        const [, , kind = ''] = path.split('/');
        const asked = path.replace('{photo_id}', ids['photo_id'] ?? '').replace(/\{\w+\}/, ids[kind] ?? '');
        const body =
          method === 'GET' || method === 'DELETE' ? undefined : path.endsWith('/photos') ? new FormData() : {};
        answers[call] = (await ask(stranger.key, method, asked, body)).status;
      }
      expect(answers).toEqual(TO_STRANGERS);
      // Nothing of it was changed on the way.
      expect((await ask(owner.key, 'GET', `/v1/catches/${ids['catches']}`)).body).toMatchObject({
        version: 3,
        weight_lbs: 8.4,
        angler: { name: 'Ann Angler' },
      });
      expect((await ask(owner.key, 'GET', `/v1/api-keys/${ids['api-keys']}`)).body).toMatchObject({ revoked_at: null });
      expect((await ask(owner.key, 'GET', `/v1/webhooks/${ids['webhooks']}`)).status).toBe(200);
      expect((await ask(owner.key, 'GET', `/v1/leaderboards/${ids['leaderboards']}`)).body).toMatchObject({
        name: 'Longest catch in US-TX, weekly',
      });
    });
  });
