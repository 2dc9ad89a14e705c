import type { Readable } from 'node:stream';
import { sendProblem } from '@cds/service-kit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { RECEIVERS_PATH } from '../../../edge/routing/receivers-path.js';
import { receiverTakesPosts } from '../receivers.errors.js';
import { keptHeaders } from './kept-headers.js';
import { readBeginning, type ReceivedBody } from './read-beginning.js';
import type { ReceiveHandler } from './receive.handler.js';
import type { Admitted, ReceiverDoor } from './receiver-door.js';

interface Parts {
  readonly door: ReceiverDoor;
  readonly handler: ReceiveHandler;
  readonly problemBase: string;
}

const NOTHING: ReceivedBody = { beginning: Buffer.alloc(0), bytes: 0 };

/** Takes requests to receivers, whatever the type of their body. */
export const addReceivers = (server: FastifyInstance, { door, handler, problemBase }: Parts): void => {
  const admitted = new WeakMap<object, Admitted>();
  const url = `${RECEIVERS_PATH}:token`;
  void server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request: FastifyRequest, body: Readable) => readBeginning(body));
    scope.setErrorHandler((error, request, reply) => {
      // Who goes on sending a body that nobody reads would hold the connection.
      if (!request.raw.complete) reply.raw.shouldKeepAlive = false;
      sendProblem(error, request, reply, problemBase);
    });
    scope.post<{ Params: { token: string } }>(
      url,
      {
        onRequest: async (request, reply) => {
          const entry = await door.admit(request.raw, request.params.token);
          admitted.set(request, entry);
          // Its client may have gone while it was let in.
          if (reply.raw.destroyed) entry.leave();
          else reply.raw.once('close', entry.leave);
        },
      },
      async (request, reply) => {
        const { id } = admitted.get(request) ?? { id: '' };
        const headers = keptHeaders(request.raw.rawHeaders);
        const status = await handler.execute(id, headers, (request.body as ReceivedBody | undefined) ?? NOTHING);
        return reply.code(status).send({ received: true, answered: status });
      },
    );
    scope.get(url, { exposeHeadRoute: false, config: { refuses: true } }, (request, reply: FastifyReply) => {
      void reply.header('allow', 'POST, OPTIONS');
      sendProblem(receiverTakesPosts(request.method), request, reply, problemBase);
    });
  });
};
