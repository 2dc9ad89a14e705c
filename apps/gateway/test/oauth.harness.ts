import { newId } from '@cds/service-kit';
import { type Scope, SCOPES } from '@cds/contracts';
import { noteSecrets, type TestDatabase, testDatabase } from '@cds/testing';
import * as oauth from 'openid-client';
import { hashOfClientSecret, makeClientSecret } from '../src/identity/oauth/clients/client-secret.js';
import type { SignedIn } from '../src/identity/people/sign-ins.js';
import type { GatewayParts } from '../src/gateway-parts.js';
import { checkOAuthAnswers } from './described-oauth.js';
import { TestBrowser } from './oauth-browser.harness.js';
import { type GatewayHarness, startGateway } from './gateway.harness.js';
import { testPeople, TestPeopleModule } from './people.harness.js';
import { deadPort } from './upstream.harness.js';

export const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';
export const REDIRECT = 'https://app.example.com/callback';

export interface ClientFacts {
  name?: string;
  redirectUris?: readonly string[];
  grantTypes?: readonly string[];
  scopes?: readonly Scope[];
  confidential?: boolean;
}

export interface TestClient {
  readonly id: string;
  readonly accountId: string;
  readonly secret: string | undefined;
  /** The client as an independent library sees this server. */
  readonly config: oauth.Configuration;
}

export interface OAuthHarness {
  readonly gateway: GatewayHarness;
  readonly url: string;
  readonly database: TestDatabase;
  client(facts?: ClientFacts): Promise<TestClient>;
  person(scopes?: readonly Scope[], signedInAt?: Date): Promise<SignedIn>;
  /** A browser in which nobody, or this person, is signed in. */
  browser(person?: SignedIn): TestBrowser;
  /** What the gateway says of a token: the status, and the body of `GET /v1/me`. */
  me(token: string, url?: string): Promise<{ status: number; body: Record<string, unknown> }>;
  stop(): Promise<void>;
}

/** The gateway with its OAuth server, whose issuer is where it really listens. */
export const startOAuth = async (
  given?: TestDatabase,
  people: GatewayParts['people'] = TestPeopleModule,
): Promise<OAuthHarness> => {
  const database = given ?? (await testDatabase('gateway'));
  const port = await deadPort();
  const url = `http://127.0.0.1:${port}`;
  const stopChecking = checkOAuthAnswers();
  const gateway = await startGateway({ database, people, environment: { PORT: String(port), PUBLIC_URL: url } });
  return {
    gateway,
    url,
    database,
    client: (facts) => storeClient(gateway, url, facts),
    person: async (scopes = SCOPES, signedInAt = new Date()) => {
      const { accountId } = await gateway.storeKey();
      const person = {
        personId: newId('person'),
        accountId,
        accountName: 'Test account',
        email: 'ann@example.com',
        scopes,
        signedInAt,
      };
      testPeople.set(person.personId, person);
      return person;
    },
    browser: (person) => {
      const browser = new TestBrowser(url);
      if (person) browser.setCookie('person', person.personId);
      return browser;
    },
    me: async (token, at = url) => {
      const response = await fetch(`${at}/v1/me`, { headers: { authorization: `Bearer ${token}` } });
      return { status: response.status, body: (await response.json()) as Record<string, unknown> };
    },
    stop: async () => {
      stopChecking();
      await gateway.stop();
    },
  };
};

const storeClient = async (
  gateway: GatewayHarness,
  url: string,
  {
    redirectUris = [REDIRECT],
    grantTypes = ['authorization_code', 'refresh_token', 'client_credentials', DEVICE_GRANT],
    scopes = ['catches:read', 'catches:write'],
    confidential = true,
    name = 'Test app',
  }: ClientFacts = {},
): Promise<TestClient> => {
  const { accountId } = await gateway.storeKey();
  const [id, secret] = [newId('oauthClient'), confidential ? makeClientSecret() : undefined];
  if (secret !== undefined) noteSecrets(secret);
  await gateway.pool.query(
    `INSERT INTO oauth_clients (id, account_id, name, secret_hash, redirect_uris, grant_types, scopes, created_at,
      updated_at) VALUES ($1, $2, $3, $4, $5, $6, $7, now(), now())`,
    [id, accountId, name, secret === undefined ? null : hashOfClientSecret(secret), redirectUris, grantTypes, scopes],
  );
  const method = secret === undefined ? oauth.None() : oauth.ClientSecretBasic(secret);
  const config = await oauth.discovery(new URL(url), id, undefined, method, {
    algorithm: 'oauth2',
    execute: [oauth.allowInsecureRequests],
  });
  return { id, accountId, secret, config };
};

export interface SignInOptions {
  browser: TestBrowser;
  client: TestClient;
  redirectUri?: string;
  scope?: string;
  more?: Record<string, string>;
}

/** Begins an authorization with PKCE; `finish` takes the address that the browser ends at. */
export const beginCodeFlow = async ({ browser, client, redirectUri = REDIRECT, scope, more = {} }: SignInOptions) => {
  const [verifier, state] = [oauth.randomPKCECodeVerifier(), oauth.randomState()];
  const url = oauth.buildAuthorizationUrl(client.config, {
    redirect_uri: redirectUri,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    ...(scope !== undefined && { scope }),
    ...more,
  });
  return {
    page: await browser.open(url.pathname + url.search),
    finish: (callback: URL) =>
      oauth.authorizationCodeGrant(client.config, callback, { pkceCodeVerifier: verifier, expectedState: state }),
    verifier,
    state,
  };
};

/** The box of a consent page, ticked, where there is one. */
export const ticked = ({ text }: { text: string }): Record<string, string> => {
  const scope = /<input type="checkbox" name="also" value="([^"]+)"/.exec(text)?.[1];
  return scope === undefined ? {} : { also: scope };
};

/** The whole of it, with consent where it is asked for. */
export const codeFlow = async (options: SignInOptions) => {
  const { page, finish } = await beginCodeFlow(options);
  const end = page.text.includes('name="decision"')
    ? await options.browser.submit(page, { decision: 'allow', ...ticked(page) })
    : page;
  return finish(end.url);
};
