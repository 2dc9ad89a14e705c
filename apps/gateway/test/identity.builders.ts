import { expect } from '@jest/globals';
import { answerChecker } from '@cds/openapi';
import type { AccountView } from '../src/identity/accounts/account-view.js';
import type { ApiKeyView } from '../src/identity/api-keys/api-key-view.js';
import { routeDocs } from '../src/api-docs.js';
import type { GatewayHarness } from './gateway.harness.js';
import { type Answer, send, type Sending } from './http.harness.js';

export type Shown = ApiKeyView & { key: string };

/** Each answer that a test gets is as the API reference says. */
const checkAnswer = answerChecker(routeDocs);

/** Calls the API with a key, and with a body as JSON. */
export const asking =
  (gateway: GatewayHarness, key: string) =>
  async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> => {
    const sending: Sending = {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
    };
    const answer = await send(
      gateway.url,
      path,
      body === undefined ? sending : { ...sending, body: JSON.stringify(body) },
    );
    const undescribed = checkAnswer({
      method,
      path,
      status: answer.status,
      body: answer.text ? JSON.parse(answer.text) : {},
    });
    if (undescribed) throw new Error(undescribed);
    return answer;
  };

export const bodyOf = <T = Record<string, unknown>>({ text }: Answer): T => JSON.parse(text) as T;

/** A key that was made by the API, by the harness's own key by default. */
export const madeKey = async (gateway: GatewayHarness, order: object = {}, key = gateway.key): Promise<Shown> => {
  const answer = await asking(gateway, key)('POST', '/v1/api-keys', {
    name: 'made',
    scopes: ['catches:read'],
    ...order,
  });
  expect(answer.status).toBe(201);
  return bodyOf<Shown>(answer);
};

/** An account that was added by the API. */
export const addedAccount = async (gateway: GatewayHarness, order: object = {}): Promise<AccountView> => {
  const answer = await asking(gateway, gateway.key)('POST', '/v1/accounts', {
    name: 'Added',
    email: 'added@example.com',
    ...order,
  });
  expect(answer.status).toBe(201);
  return bodyOf<AccountView>(answer);
};
