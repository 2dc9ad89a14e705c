import { jest } from '@jest/globals';
import { failureOf, json, problem, scripted, type Step } from '../../test/scripted.js';
import type { OAuthOptions, OAuthTokens } from '../index.js';

const OLD: OAuthTokens = { accessToken: 'old', refreshToken: 'r1', expiresAt: Date.now() + 1_000 };
const GOOD: OAuthTokens = { ...OLD, expiresAt: Date.now() + 3_600_000 };
const answer = (n: number) => json(200, { access_token: `a${n}`, refresh_token: `r${n}`, expires_in: 900 });

const start = (oauth: Partial<OAuthOptions>, ...steps: Step[]) => {
  const { client, sent } = scripted(...steps);
  const options = { oauth: { clientId: 'app_1', ...oauth } };
  return { cds: client({ ...options, apiKey: undefined } as never), sent };
};
const formOf = (body: unknown) => Object.fromEntries(body as URLSearchParams);

beforeEach(() => {
  jest.spyOn(Math, 'random').mockReturnValue(0);
});
afterEach(() => {
  jest.restoreAllMocks();
});

describe('tokens that are over soon', () => {
  it('are renewed once for all calls that wait, and kept before they are used', async () => {
    const kept: string[] = [];
    const onTokens = async ({ refreshToken }: OAuthTokens) => {
      await Promise.resolve();
      kept.push(`${refreshToken} after ${sent.length}`);
    };
    const { cds, sent } = start({ tokens: OLD, onTokens }, answer(2), json(200, {}), json(200, {}), json(200, {}));
    await Promise.all([cds.me.get(), cds.me.get(), cds.me.get()]);
    expect(kept).toEqual(['r2 after 1']);
    expect(formOf(sent[0]?.body)).toEqual({ grant_type: 'refresh_token', refresh_token: 'r1', client_id: 'app_1' });
    expect(sent.slice(1).map(({ headers }) => headers.get('authorization'))).toEqual(Array(3).fill('Bearer a2'));
  });

  it('are renewed after the call that began it was aborted, for those that wait', async () => {
    const controller = new AbortController();
    const { cds, sent } = start({ tokens: OLD }, answer(2), json(200, { ok: true }));
    const first = failureOf(cds.me.get({ signal: controller.signal }));
    const second = cds.me.get();
    controller.abort('left');
    expect(await first).toBe('left');
    expect(await second).toEqual({ ok: true });
    expect(sent).toHaveLength(2);
  });

  it('are asked for again when the answer was lost, and no more often for the call that waits', async () => {
    const lost = new TypeError('fetch failed');
    const { cds, sent } = start({ tokens: OLD }, lost, answer(2), json(200, { ok: true }));
    expect(await cds.me.get()).toEqual({ ok: true });
    const { cds: other, sent: unanswered } = start({ tokens: OLD }, lost, lost, lost, lost);
    expect(await failureOf(other.me.get())).toMatchObject({ code: 'sdk.connection' });
    expect([sent.length, unanswered.length]).toEqual([3, 3]);
  });

  it('fail as the service says', async () => {
    const refusal = json(400, { error: 'invalid_grant', error_description: 'It was used before.' });
    const { cds } = start({ tokens: OLD }, refusal);
    expect(await failureOf(cds.me.get())).toMatchObject({ code: 'oauth.invalid_grant', detail: 'It was used before.' });
  });

  it('without a refresh token ask to sign in again', async () => {
    const { cds, sent } = start({ tokens: { ...OLD, refreshToken: undefined } });
    expect(await failureOf(cds.me.get())).toMatchObject({ code: 'sdk.tokens_expired' });
    expect(sent).toEqual([]);
  });
});

describe('a token that is refused before its time', () => {
  it('is renewed, and the call is made once more', async () => {
    const { cds, sent } = start({ tokens: GOOD }, problem(401, 'auth.invalid'), answer(2), json(200, {}));
    await cds.me.get();
    expect(sent.map(({ path, headers }) => [path, headers.get('authorization')])).toEqual([
      ['/v1/me', 'Bearer old'],
      ['/oauth/token', null],
      ['/v1/me', 'Bearer a2'],
    ]);
  });

  it('is renewed once for calls that were refused together', async () => {
    const refusal = () => problem(401, 'auth.invalid');
    const { cds, sent } = start({ tokens: GOOD }, refusal(), refusal(), answer(2), json(200, {}), json(200, {}));
    await Promise.all([cds.me.get(), cds.me.get()]);
    expect(sent.filter(({ path }) => path === '/oauth/token')).toHaveLength(1);
  });
});

describe('a client that acts for its own account', () => {
  it('gets tokens by its secret, and keeps them', async () => {
    const client = { clientSecret: 's:1', scopes: ['catches:read', 'species:read'] };
    const { cds, sent } = start(
      client,
      json(200, { access_token: 'a1', expires_in: 900 }),
      json(200, {}),
      json(200, {}),
    );
    await cds.me.get();
    await cds.me.get();
    expect(sent.map(({ path }) => path)).toEqual(['/oauth/token', '/v1/me', '/v1/me']);
    expect(formOf(sent[0]?.body)).toEqual({ grant_type: 'client_credentials', scope: 'catches:read species:read' });
    expect(sent[0]?.headers.get('authorization')).toBe(`Basic ${btoa('app_1:s%3A1')}`);
    expect(sent[0]?.headers.get('content-type')).toBeNull();
  });
});

describe('a person’s grant', () => {
  it('begins with a code and ends when it is revoked', async () => {
    const { cds, sent } = start({ tokens: OLD }, answer(1), json(200, {}), json(200, {}));
    const code = { code: 'c', redirectUri: 'https://app.example/back', codeVerifier: 'v' };
    expect(await cds.oauth.exchange(code)).toMatchObject({ accessToken: 'a1', refreshToken: 'r1' });
    await cds.me.get();
    await cds.oauth.revoke();
    expect(formOf(sent[0]?.body)).toEqual({
      grant_type: 'authorization_code',
      code: 'c',
      redirect_uri: 'https://app.example/back',
      code_verifier: 'v',
      client_id: 'app_1',
    });
    expect(formOf(sent[2]?.body)).toEqual({ token: 'r1', client_id: 'app_1' });
    expect(await failureOf(cds.me.get())).toMatchObject({ code: 'sdk.tokens_expired' });
  });
});
