import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { AppError } from '@cds/errors';
import { problemOfFailure } from './problem-of.js';

interface ParserError extends Error {
  code?: string;
}

/**
 * Answers what is not even HTTP (or too slow, or with too many headers) as problem+json, and closes the connection. For
 * Fastify's `clientErrorHandler`.
 */
export const clientErrorHandler =
  (problemBase: string) =>
  (error: ParserError, socket: Socket & { _httpMessage?: { headersSent: boolean } | null }): void => {
    if (error.code === 'ECONNRESET' || !socket.writable || socket._httpMessage?.headersSent) {
      socket.destroy();
      return;
    }
    socket.end(answerTo(error, problemBase), () => socket.destroySoon());
  };

const answerTo = (error: ParserError, problemBase: string): string => {
  const requestId = randomUUID();
  const { status, headers, body } = problemOfFailure(failureOf(error), { instance: '', requestId, problemBase });
  const text = JSON.stringify(body);
  const lines = Object.entries({
    ...headers,
    'content-length': String(Buffer.byteLength(text)),
    'x-request-id': requestId,
    connection: 'close',
  });
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    ...lines.map(([name, value]) => `${name}: ${value}`),
    '',
    text,
  ].join('\r\n');
};

const failureOf = ({ code }: ParserError): AppError => {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return new AppError({
        code: 'request.headers_too_large',
        kind: 'invalid',
        message: 'The headers are larger than 16 kB.',
      });
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new AppError({ code: 'request.timeout', kind: 'invalid', message: 'The request came in too slowly.' });
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return new AppError({
        code: 'request.too_large',
        kind: 'invalid',
        message: 'The chunk extensions of the body are too large.',
      });
    default:
      return new AppError({ code: 'request.invalid', kind: 'invalid', message: 'The request is not valid HTTP/1.1.' });
  }
};
