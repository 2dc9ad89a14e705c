import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { HttpAdapterHost } from '@nestjs/core';
import type { BackgroundWork } from '@cds/work-queue';
import { fastify, type FastifyInstance } from 'fastify';
import { IdempotencyModule } from './idempotency.module.js';
import type { IdempotencyStore } from './idempotency.store.js';
import type { IdempotentRequests } from './idempotent-requests.js';

const handler = jest.fn(() => ({ made: true }));
const begin = jest.fn<IdempotentRequests['begin']>();
const end = jest.fn<IdempotentRequests['end']>();
let server: FastifyInstance;

beforeEach(async () => {
  server = fastify();
  const host = { httpAdapter: { getInstance: () => server } } as unknown as HttpAdapterHost;
  const background = { sweeper: () => undefined } as unknown as BackgroundWork;
  new IdempotencyModule(host, { begin, end } as unknown as IdempotentRequests, {} as IdempotencyStore, background);
  server.post('/', handler);
  server.post('/unsendable', (_request, reply) => reply.header('x-note', '\u0100').send({}));
  await server.ready();
  begin.mockImplementation((request) => {
    request.reservation = { accountId: 'acc', key: 'k', fingerprint: 'f', token: 't' };
    return Promise.resolve(false);
  });
  end.mockResolvedValue();
});
afterEach(() => {
  jest.resetAllMocks();
  return server.close();
});

const post = (url = '/', headers: Record<string, string> = { 'idempotency-key': 'k' }) =>
  server.inject({ method: 'POST', url, headers });

describe('a request with a key', () => {
  it('reaches its handler once the key is reserved, and is finished', async () => {
    handler.mockReturnValue({ made: true });
    expect((await post()).json()).toEqual({ made: true });
    expect(end).toHaveBeenCalledTimes(1);
  });

  it('does not reach its handler when it was answered before', async () => {
    begin.mockImplementation(async (_request, reply) => {
      await reply.code(201).send({ made: 'before' });
      return true;
    });
    expect((await post()).json()).toEqual({ made: 'before' });
    expect(handler).not.toHaveBeenCalled();
  });

  it('is refused when its key cannot be reserved', async () => {
    begin.mockRejectedValue(Object.assign(new Error('The key is in use.'), { statusCode: 409 }));
    expect((await post()).statusCode).toBe(409);
    expect(handler).not.toHaveBeenCalled();
  });

  it('is a 500 when its answer cannot be sent', async () => {
    expect((await post('/unsendable')).statusCode).toBe(500);
  });
});

it('leaves a request without a key alone', async () => {
  handler.mockReturnValue({ made: true });
  expect((await post('/', {})).statusCode).toBe(200);
  expect(begin).not.toHaveBeenCalled();
  expect(end).not.toHaveBeenCalled();
});
