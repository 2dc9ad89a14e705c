import type { Caller } from '@cds/identity';
import { createServer, type Server } from 'node:net';
import { Receiver } from './receiver.js';
import { someAccount, WebhookHarness } from './webhook.harness.js';
import { DEFAULT_LIMITS } from '../src/deliveries/delivery-limits.js';

const HEAD_MS = 2_500;
let app: WebhookHarness;
let receiver: Receiver;
let account: Caller;
beforeAll(async () => {
  app = await WebhookHarness.start({ limits: { answer: { ...DEFAULT_LIMITS.answer, headMs: HEAD_MS, bodyMs: 300 } } });
});
afterAll(() => app.stop());
beforeEach(async () => {
  receiver = await Receiver.start();
  account = someAccount();
});
afterEach(() => receiver.stop());

describe('a status', () => {
  it.each([201, 204, 206, 226, 299])('%d delivers', async (status) => {
    receiver.answersWith(status);
    expect((await app.delivered(account, { url: receiver.url })).delivery).toMatchObject({
      status: 'delivered',
      attempts: [{ response: { status }, error: null }],
    });
  });

  it.each([300, 304, 400, 401, 403, 404, 405, 409, 410, 418, 422, 429, 451, 500, 501, 502, 503, 504, 599])(
    '%d does not',
    async (status) => {
      receiver.answersWith(status);
      expect((await app.delivered(account, { url: receiver.url })).delivery).toMatchObject({
        status: 'failed',
        attempts: [{ response: { status }, error: null }],
      });
    },
  );

  it.each([301, 302, 303, 307, 308])('%d does not, and is not followed', async (status) => {
    receiver.answers(
      ({ path }, response) =>
        void (
          path === '/hooks' ? response.writeHead(status, { location: '/elsewhere' }) : response.writeHead(200)
        ).end(),
    );
    expect((await app.delivered(account, { url: receiver.url })).delivery).toMatchObject({
      status: 'failed',
      attempts: [{ response: { status }, error: null }],
    });
    expect(receiver.received.map(({ path }) => path)).toEqual(['/hooks']);
  });
});

describe('a receiver', () => {
  const servers: Server[] = [];
  afterAll(() => servers.forEach((server) => server.close()));

  const raw = async (answer: (write: (text: string) => void, end: () => void) => void): Promise<{ url: string }> => {
    const server = createServer((socket) => {
      socket
        .on('error', () => undefined)
        .once('data', () =>
          answer(
            (text) => socket.write(text),
            () => socket.resetAndDestroy(),
          ),
        );
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    servers.push(server);
    return { url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/` };
  };

  it('that sends no head in time has timed out', async () => {
    receiver.answers(() => undefined);
    const { delivery } = await app.delivered(account, { url: receiver.url });
    expect(delivery).toMatchObject({ status: 'failed', attempts: [{ response: null, error: 'timeout' }] });
    expect(delivery.attempts[0]?.duration_ms).toBeGreaterThanOrEqual(HEAD_MS - 10);
    expect(delivery.attempts[0]?.duration_ms).toBeLessThan(HEAD_MS + 1_000);
  });

  it('that never ends its body has succeeded with its head', async () => {
    receiver.answers((_request, response) => void response.writeHead(200).write('begun'));
    expect((await app.delivered(account, { url: receiver.url })).delivery).toMatchObject({
      status: 'delivered',
      attempts: [{ response: { status: 200, body: 'begun' }, error: null }],
    });
  });

  it('that breaks off its body has succeeded with its head', async () => {
    receiver.answers((_request, response) => {
      response
        .writeHead(200, { 'content-length': '100' })
        .write('begun', () => setTimeout(() => response.destroy(), 20));
    });
    expect((await app.delivered(account, { url: receiver.url })).delivery).toMatchObject({
      status: 'delivered',
      attempts: [{ response: { status: 200, body: 'begun' } }],
    });
  });

  it('that sends headers with the names of what every object has is told of with them', async () => {
    const head = 'HTTP/1.1 200 OK\r\n__proto__: a\r\nconstructor: b\r\n__proto__: c\r\ncontent-length: 0\r\n\r\n';
    const { url } = await raw((write) => write(head));
    const { delivery } = await app.delivered(account, { url });
    expect(Object.entries(delivery.attempts[0]?.response?.headers ?? {})).toEqual(
      expect.arrayContaining([
        ['__proto__', 'a, c'],
        ['constructor', 'b'],
      ]),
    );
  });

  it('that says more than 64 KiB is cut short', async () => {
    receiver.answersWith(200, {}, 'x'.repeat(1_000_000));
    expect((await app.delivered(account, { url: receiver.url })).delivery.attempts[0]?.response?.body).toBe(
      'x'.repeat(65_536),
    );
  });

  it('that answers with NUL and broken UTF-8 is kept as far as text goes', async () => {
    receiver.answers((_request, response) => void response.writeHead(200).end(Buffer.from([0x61, 0x00, 0xff, 0x62])));
    expect((await app.delivered(account, { url: receiver.url })).delivery.attempts[0]?.response?.body).toBe(
      'a\uFFFD\uFFFDb',
    );
  });

  it('that answers with control characters is kept as a text without them', async () => {
    receiver.answersWith(200, {}, '\0\u0001\u001Ba\tb\r\n\u000B');
    expect((await app.delivered(account, { url: receiver.url })).delivery.attempts[0]?.response?.body).toBe(
      '\uFFFD\uFFFD\uFFFDa\tb\r\n\uFFFD',
    );
  });

  it.each([
    ['bytes that are no text', Buffer.alloc(65_536, 0xff), '\uFFFD'.repeat(21_845)],
    ['control characters', Buffer.alloc(65_536, 0x01), '\uFFFD'.repeat(21_845)],
    ['letters of two bytes', Buffer.from(`x${'é'.repeat(40_000)}`), `x${'é'.repeat(32_767)}`],
  ])('that says more than 64 KiB as text, in %s, is cut short', async (_what, said, kept) => {
    receiver.answers((_request, response) => void response.writeHead(200).end(said));
    const { delivery } = await app.delivered(account, { url: receiver.url });
    expect(delivery.attempts[0]?.response?.body).toBe(kept);
  });

  it('that listens no more has refused the connection', async () => {
    const { url } = receiver;
    await receiver.stop();
    expect((await app.delivered(account, { url })).delivery).toMatchObject({
      status: 'failed',
      attempts: [{ response: null, error: 'connection_refused' }],
    });
    receiver = await Receiver.start();
  });

  it('that hangs up has reset the connection', async () => {
    const { url } = await raw((_write, end) => end());
    expect((await app.delivered(account, { url })).delivery.attempts).toMatchObject([
      { response: null, error: 'connection_reset' },
    ]);
  });

  it.each([
    ['another protocol', 'SSH-2.0-OpenSSH_9.6\r\n'],
    ['no status', 'HTTP/1.1 abc\r\n\r\n'],
    ['a status that HTTP does not have', 'HTTP/1.1 000\r\ncontent-length: 0\r\n\r\n'],
    ['a status below 100', 'HTTP/1.1 099 OK\r\n\r\nHTTP/1.1 200 OK\r\n\r\n'],
    ['a status of four digits', 'HTTP/1.1 1000 OK\r\n\r\n'],
    ['another protocol from now on', 'HTTP/1.1 101 Switching Protocols\r\n\r\n'],
    ['of a continuation that nobody asked for', 'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n\r\n'],
    ['an upgrade', 'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n'],
    ['endless headers', `HTTP/1.1 200 OK\r\n${'x: y\r\n'.repeat(10_000)}\r\n`],
  ])('that speaks %s has answered wrongly', async (_what, text) => {
    const { url } = await raw((write) => write(text));
    expect((await app.delivered(account, { url })).delivery.attempts).toMatchObject([
      { response: null, error: 'invalid_response' },
    ]);
  });

  it('without TLS at an https URL has a TLS error', async () => {
    expect(
      (await app.delivered(account, { url: `https://127.0.0.1:${receiver.port}/` })).delivery.attempts,
    ).toMatchObject([{ response: null, error: 'tls' }]);
  });
});
