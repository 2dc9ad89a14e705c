import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

/** A request as a service saw it. */
export interface Seen {
  method: string;
  url: string;
  headers: IncomingMessage['headers'];
  rawHeaders: string[];
  body: string;
}

/** A stand-in for a service: notes what it is asked, and answers as it receives. */
export interface TestUpstream {
  readonly url: string;
  readonly port: number;
  readonly seen: Seen[];
  /** Requests whose head has come. */
  readonly begun: string[];
  /** Requests whose connection went away before they were answered. */
  readonly abandoned: string[];
  /** From now on requests are answered so; without an argument by 200 and what was asked. */
  answerWith(answer?: (request: IncomingMessage, response: ServerResponse, body: string) => void): void;
  stop(): Promise<void>;
}

const echo = (request: IncomingMessage, response: ServerResponse): void => {
  const text = JSON.stringify({ asked: `${request.method ?? ''} ${request.url ?? ''}` });
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) });
  response.end(request.method === 'HEAD' ? undefined : text);
};

const readAll = async (request: IncomingMessage): Promise<string> => {
  let text = '';
  for await (const piece of request) text += String(piece);
  return text;
};

export const startUpstream = async (port = 0): Promise<TestUpstream> => {
  const seen: Seen[] = [];
  const abandoned: string[] = [];
  const begun: string[] = [];
  let answer: (request: IncomingMessage, response: ServerResponse, body: string) => void = echo;
  const listener: RequestListener = (request, response) => {
    begun.push(request.url ?? '');
    response.once('close', () => void (response.writableFinished || abandoned.push(request.url ?? '')));
    readAll(request).then(
      (body) => {
        const { method = '', url = '', headers, rawHeaders } = request;
        seen.push({ method, url, headers, rawHeaders, body });
        answer(request, response, body);
      },
      () => undefined,
    );
  };
  const server = createServer(listener).listen(port, '127.0.0.1');
  await once(server, 'listening');
  const { port: listening } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${listening}`,
    port: listening,
    seen,
    abandoned,
    begun,
    answerWith: (next = echo) => void (answer = next),
    stop: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
};

/** A port where nothing listens. */
export const deadPort = async (): Promise<number> => {
  const upstream = await startUpstream();
  await upstream.stop();
  return upstream.port;
};
