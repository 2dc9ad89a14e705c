import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { AccountLookUps } from './account-look-ups.js';
import type { Outcome } from './answer-reader.js';
import { guardedAgent } from './guarded-agent.js';
import { ReceiverClient } from './receiver-client.js';

/** Longer than a test may take: what ends an answer here is its length. */
const FOREVER_MS = 600_000;
const LIMITS = { headMs: FOREVER_MS, bodyMs: FOREVER_MS, bodyBytes: 64 * 1_024 };
const HEAD = 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n';

let server: Server;
let answer: (socket: Socket) => void;
let connections = 0;
const sockets = new Set<Socket>();
const resolve = (): never => {
  throw new Error('there is no name to look up');
};
const receivers = new ReceiverClient(
  guardedAgent({ allowLoopback: true }, resolve, FOREVER_MS),
  new AccountLookUps(resolve, FOREVER_MS),
  LIMITS,
);

beforeAll(async () => {
  server = createServer((socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('data', (data) => {
      if (data.includes('{}')) answer(socket);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
beforeEach(() => {
  connections = 0;
});
afterAll(async () => {
  await receivers.close();
  for (const socket of sockets) socket.destroy();
  server.close();
});

const post = (): Promise<Outcome> => {
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return receivers.post({ accountId: 'acc_1', url, headers: {}, body: '{}' }, new AbortController().signal);
};

it('a body in ever so many pieces is read to its thousandth', async () => {
  answer = (socket) => socket.write(HEAD + '1\r\nx\r\n'.repeat(65_000));
  expect(await post()).toMatchObject({ answer: { status: 200, body: 'x'.repeat(1_000) } });
});

it('ten answers before the answer are passed over, and no more', async () => {
  const [interim, last] = ['HTTP/1.1 103 Early Hints\r\n\r\n', 'HTTP/1.1 204 No Content\r\n\r\n'];
  answer = (socket) => socket.end(interim.repeat(10) + last);
  expect(await post()).toMatchObject({ answer: { status: 204 } });
  answer = (socket) => socket.end(interim.repeat(11) + last);
  expect(await post()).toMatchObject({ answer: null, error: 'invalid_response' });
});

it('an answer ends that goes on with an extension of a chunk', async () => {
  answer = (socket) => {
    socket.write(`${HEAD}3;`);
    const goOn = (): void => {
      while (!socket.destroyed && socket.write('e'.repeat(16_384)));
    };
    socket.on('drain', goOn);
    goOn();
  };
  expect(await post()).toMatchObject({ answer: { status: 200, body: '' } });
});

it('an answer is measured from its own request', async () => {
  const body = 'y'.repeat(30_000);
  answer = (socket) => socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\n\r\n${body}`);
  for (let times = 0; times < 30; times += 1) expect(await post()).toMatchObject({ answer: { status: 200, body } });
  // Two of them in turn, as the next request is sent before the connection is free. Each has come by more than one may.
  expect(connections).toBeLessThanOrEqual(2);
});
