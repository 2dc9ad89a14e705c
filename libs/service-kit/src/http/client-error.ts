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

const failureOf = ({ code = '' }: ParserError): AppError => {
  const [problem, message] = FAILURES[code] ?? ['request.invalid', 'The request is not valid HTTP/1.1.'];
  return new AppError({ code: problem, kind: 'invalid', message });
};

const FAILURES: Readonly<Record<string, readonly [AppError['code'], string]>> = {
  HPE_HEADER_OVERFLOW: ['request.headers_too_large', 'The headers are larger than 16 kB.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['request.timeout', 'The request came in too slowly.'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: ['request.too_large', 'The chunk extensions of the body are too large.'],
  HPE_INVALID_URL: [
    'request.invalid',
    'The address has characters that must be percent-encoded, as a space is by %20.',
  ],
};
