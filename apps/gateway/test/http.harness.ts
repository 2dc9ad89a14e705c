import { type IncomingHttpHeaders, request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import type { Problem } from '@cds/service-kit';
import { noteSecretsOf } from '@cds/testing';

export interface Sending {
  method?: string;
  headers?: Record<string, string | string[]>;
  body?: string | Buffer;
}

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

/** Sends a request whose path nothing normalises. */
export const send = (
  origin: string,
  path: string,
  { method = 'GET', headers = {}, body }: Sending = {},
): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(origin);
    noteSecretsOf({ headers, body: typeof body === 'string' ? body : undefined });
    const request = httpRequest({ hostname, port, path, method, headers, agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (piece: string) => (text += piece));
      response.once('end', () => {
        noteSecretsOf({ headers: response.headers, body: text });
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
      });
      response.once('error', reject);
    });
    request.once('error', reject);
    try {
      request.end(body);
    } catch (error) {
      // Node refused to send it: without this the connection would stay open.
      request.destroy();
      throw error;
    }
  });

/** Sends bytes as they are, and returns all that comes back until the connection ends. */
export const sendRaw = (origin: string, bytes: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(origin);
    let text = '';
    const socket = connect(Number(port), hostname, () => socket.write(bytes, 'latin1'));
    socket.on('data', (piece) => (text += piece.toString('latin1')));
    socket.once('close', () => resolve(text));
    socket.once('error', reject);
  });

/** The problem that an answer is; fails when it is none, or does not agree with the answer around it. */
export const problemOf = ({ status, headers, text }: Answer): Problem => {
  expect(headers['content-type']).toBe('application/problem+json; charset=utf-8');
  const problem = JSON.parse(text) as Problem;
  expect(problem).toEqual(
    expect.objectContaining({
      type: expect.stringContaining(`/problems/${problem.code}`),
      title: expect.any(String),
      detail: expect.any(String),
      status,
      request_id: headers['x-request-id'],
    }),
  );
  return problem;
};
