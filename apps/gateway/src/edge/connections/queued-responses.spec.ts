import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { promisify } from 'node:util';
import { eventually } from '@cds/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { closeWithConnection } from './queued-responses.js';

/** More than a connection may have listeners of one event without a warning. */
const QUEUED = 20;

let server: Server;
let responses: ServerResponse[];
let closed: number[];
let client: Socket;
let received: string;

beforeEach(async () => {
  [responses, closed, received] = [[], [], ''];
  server = createServer((request, response) => {
    closeWithConnection(request, response);
    const number = responses.push(response);
    response.once('close', () => closed.push(number));
    request.on('error', () => undefined);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  client.on('error', () => undefined).on('data', (piece) => (received += piece.toString()));
  client.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(1 + QUEUED));
  await eventually(() => expect(responses).toHaveLength(1 + QUEUED));
});
afterEach(async () => {
  client.destroy();
  await promisify(server.close.bind(server))();
});

const ascending = (numbers: readonly number[]) => numbers.toSorted((one, other) => one - other);
const ALL = Array.from({ length: 1 + QUEUED }, (_, index) => index + 1);

describe('responses that are queued behind an earlier one', () => {
  it.each([
    ['the client goes away', () => void client.destroy()],
    ['the client sends CONNECT', () => void client.write('CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n')],
  ])('are closed once each, without a warning, when %s', async (_case, leave) => {
    const warnings: Error[] = [];
    const note = (warning: Error) => void warnings.push(warning);
    process.on('warning', note);
    for (const response of responses.slice(1, 5)) response.end('answered');
    leave();
    await eventually(() => expect(closed.length).toBeGreaterThanOrEqual(ALL.length));
    await new Promise(setImmediate);
    process.off('warning', note);
    expect(ascending(closed)).toEqual(ALL);
    expect(warnings).toEqual([]);
  });

  it('end the connection when their turn comes and they were cut off', async () => {
    const [first, second] = responses;
    second?.write('half an answer');
    second?.destroy();
    const end = once(client, 'close');
    first?.end('the first');
    await end;
    expect(received).toContain('the first');
    expect(received).not.toContain('half an answer');
  });

  it('are sent in their order', async () => {
    for (const [index, response] of [...responses.entries()].reverse()) response.end(`<${index + 1}>`);
    await eventually(() => expect(received).toContain(`<${ALL.length}>`));
    expect([...received.matchAll(/<(\d+)>/g)].map(([, number]) => Number(number))).toEqual(ALL);
    await eventually(() => expect(ascending(closed)).toEqual(ALL));
  });
});
