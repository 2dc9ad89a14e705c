import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eventually, TestClock } from '@cds/testing';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import type { FastifyRequest } from 'fastify';
import type { OutsideProvider } from './outside-provider.js';
import { ProviderSignIn } from './provider-sign-in.js';

let answer: (request: IncomingMessage, response: ServerResponse) => void;
const server = createServer((request, response) => answer(request, response));
let signIn: ProviderSignIn;

beforeEach(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider: OutsideProvider = {
    name: 'Angler ID',
    authorizationUrl: `${origin}/authorize`,
    tokenUrl: `${origin}/token`,
    userinfoUrl: `${origin}/userinfo`,
    clientId: 'catches',
    clientSecret: 'secret of catches',
    scope: 'openid',
    origin,
  };
  signIn = new ProviderSignIn(provider, 'https://api.example', new TestClock('2026-11-20T07:30:00.000Z'));
});
afterEach(async () => {
  jest.restoreAllMocks();
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});

/** Goes to the provider, and comes back with a code. */
const comeBack = async () => {
  const kept = new Map<string, unknown>();
  const session = {
    get: (name: string) => kept.get(name),
    set: (name: string, value: unknown) => kept.set(name, value),
  };
  const request = (query: object) => ({ session, query }) as unknown as FastifyRequest;
  const leave = await signIn.begin(request({}), { returnTo: '/docs', linkTo: null });
  return signIn.finish(request({ code: 'a-code', state: new URL(leave).searchParams.get('state') }));
};

const json =
  (body: unknown, status = 200) =>
  (request: IncomingMessage, response: ServerResponse) => {
    request.resume();
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };

it('finds out who came back', async () => {
  const token = json({ access_token: 'a-token', token_type: 'Bearer' });
  answer = (request, response) => (request.url === '/token' ? token : json({ sub: 'subject-1' }))(request, response);
  expect(await comeBack()).toMatchObject({ person: { subject: 'subject-1' }, aim: { returnTo: '/docs' } });
});

it.each([
  ['nothing', null],
  ['a text', 'access_token=a-token'],
  ['no token', { token_type: 'Bearer' }],
  ['an empty token', { access_token: '' }],
  ['a token that no header can carry', { access_token: 'a\nb' }],
])('fails with service.unavailable when the provider gives %s', async (_case, body) => {
  answer = json(body);
  await expect(comeBack()).rejects.toMatchObject({ code: 'service.unavailable' });
});

it('fails with service.unavailable when the provider gives a subject that cannot be stored', async () => {
  const token = json({ access_token: 'a-token', token_type: 'Bearer' });
  answer = (request, response) => (request.url === '/token' ? token : json({ sub: 'a\0b' }))(request, response);
  await expect(comeBack()).rejects.toMatchObject({ code: 'service.unavailable' });
});

it('fails with service.unavailable when the provider refuses the code', async () => {
  answer = json({ error: 'invalid_grant' }, 400);
  await expect(comeBack()).rejects.toMatchObject({ code: 'service.unavailable' });
});

it('closes the connection to a provider that does not answer in time', async () => {
  let isClosed = false;
  answer = (_request, response) => void response.once('close', () => (isClosed = true));
  const inTime = AbortSignal.timeout.bind(AbortSignal);
  jest.spyOn(AbortSignal, 'timeout').mockImplementation(() => inTime(50));
  await expect(comeBack()).rejects.toMatchObject({ code: 'service.unavailable' });
  await eventually(() => expect(isClosed).toBe(true));
});
