import { AppError } from '@cds/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** Answers a request with an error, whatever plugin its route is of. */
export type Refuse = (error: AppError, request: FastifyRequest, reply: FastifyReply) => void;

/** Refuses addresses with a NUL in them: no text of ours has one, and PostgreSQL would fail over it. */
export const refuseNul = (server: FastifyInstance, refuse: Refuse): void => {
  server.addHook('onRequest', (request, reply, done) => {
    if (!request.url.includes('%00')) return done();
    const [path = '', query = ''] = request.url.split('?', 2);
    const names = [...new URLSearchParams(query)].flatMap(([name, value]) =>
      `${name}${value}`.includes('\0') ? [name] : [],
    );
    const violations = [...(path.includes('%00') ? ['path'] : []), ...names].map((parameter) => ({
      parameter,
      code: 'format',
      detail: 'must not contain NUL (%00)',
    }));
    const error = new AppError({
      code: 'request.invalid',
      kind: 'invalid',
      message: 'The address must not contain NUL (%00).',
      violations,
    });
    refuse(error, request, reply);
  });
};
