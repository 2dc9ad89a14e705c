import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { promisify } from 'node:util';
import { eventually } from '@cds/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { inTurn, MAX_WAITING } from './in-turn.js';

const REQUEST = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';

let server: Server;
/** Of all requests that came in, and those that were answered or are being answered. */
let seen: number;
let responses: ServerResponse[];
let closed: number[];
let client: Socket;
let received: string;
/** What becomes of a request whose turn it is: nothing, to begin with. */
let answer: (response: ServerResponse, number: number) => void;

beforeEach(async () => {
  const own: number[] = [];
  [seen, responses, closed, received, answer] = [0, [], own, '', () => undefined];
  server = createServer((request, response) => {
    seen += 1;
    inTurn(request, response, () => {
      const number = responses.push(response);
      response.once('close', () => own.push(number));
      answer(response, number);
    });
    request.on('error', () => undefined);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  client.on('error', () => undefined).on('data', (piece) => (received += piece.toString()));
});
afterEach(async () => {
  client.destroy();
  await promisify(server.close.bind(server))();
});

const send = async (requests: number): Promise<void> => {
  client.write(REQUEST.repeat(requests));
  await eventually(() => expect(seen).toBe(requests));
};

describe('requests that a connection sends all at once', () => {
  it('are answered one after the other', async () => {
    const early: number[] = [];
    answer = (response, number) => {
      if (!responses.slice(0, -1).every(({ writableFinished }) => writableFinished)) early.push(number);
      setImmediate(() => response.end(`<${number}>`));
    };
    const all = Array.from({ length: 1 + MAX_WAITING }, (_, index) => index + 1);
    await send(all.length);
    await eventually(() => expect(closed).toEqual(all));
    expect(early).toEqual([]);
    expect([...received.matchAll(/<(\d+)>/g)].map(([, number]) => Number(number))).toEqual(all);
  });

  it('make room as they are answered', async () => {
    answer = (response) => response.end();
    for (let round = 1; round <= 3; round += 1) {
      client.write(REQUEST.repeat(1 + MAX_WAITING));
      await eventually(() => expect(closed).toHaveLength(round * (1 + MAX_WAITING)));
    }
  });

  it('are too many at some number, which closes the connection before more of them are looked at', async () => {
    const end = once(client, 'close');
    client.write(REQUEST.repeat(1_000));
    await end;
    await eventually(() => expect(closed).toEqual([1]));
    expect(responses).toHaveLength(1);
    expect(seen).toBe(2 + MAX_WAITING);
  });

  it.each([
    ['the client goes away', () => void client.destroy()],
    ['the client sends CONNECT', () => void client.write('CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n')],
  ])('are not answered any more when %s', async (_case, leave) => {
    await send(1 + MAX_WAITING);
    leave();
    await eventually(() => expect(closed).toEqual([1]));
    expect(responses).toHaveLength(1);
  });
});
