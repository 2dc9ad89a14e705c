import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';

const requests = new WeakMap<IncomingMessage, FastifyRequest>();

/** Lets the protocol's library, which sees Node's request alone, get at what Fastify's hooks made of it. */
export const rememberRequest = (request: FastifyRequest): void => void requests.set(request.raw, request);

export const fastifyRequestOf = (raw: IncomingMessage): FastifyRequest => {
  const request = requests.get(raw);
  if (!request) throw new Error('the request did not come through Fastify');
  return request;
};
