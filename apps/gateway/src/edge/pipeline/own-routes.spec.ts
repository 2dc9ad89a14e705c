import { createServer, type RequestListener } from 'node:http';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { fastify, type FastifyInstance } from 'fastify';
import { ProxiedRequest } from '../request/proxied-request.js';
import { finishOwnAnswers, OwnRoutes } from './own-routes.js';

/** Long enough to be compressed. */
const LONG = { text: 'x'.repeat(10_000) };

let server: FastifyInstance;
let url: string;
beforeAll(async () => {
  const own = new OwnRoutes();
  server = fastify({
    serverFactory: (listener) => {
      own.server = listener as RequestListener;
      return createServer((incoming, response) => own.answer(new ProxiedRequest(incoming, response)));
    },
  });
  finishOwnAnswers(server);
  server.get('/long', () => LONG);
  server.get('/unsendable', (_request, reply) => reply.header('x-note', '\u0100').send(LONG));
  url = await server.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => server.close());

it('compresses a long answer', async () => {
  const answer = await fetch(`${url}/long`, { headers: { 'accept-encoding': 'gzip' } });
  expect(answer.headers.get('content-encoding')).toBe('gzip');
  expect(await answer.json()).toEqual(LONG);
});

it('answers 500 when an answer cannot be sent once it is compressed', async () => {
  const signal = AbortSignal.timeout(5_000);
  expect((await fetch(`${url}/unsendable`, { headers: { 'accept-encoding': 'gzip' }, signal })).status).toBe(500);
});
