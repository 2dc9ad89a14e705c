import { generateKeyPairSync, sign } from 'node:crypto';
import { existsSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { rolldown } from 'rolldown';
import { BUILT, built } from './packed.js';

/** Where Debian's packages put it; the headless shell takes less of the processor. */
const OF_DEBIAN = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'] as const;
const CHROMIUM = process.env['CHROMIUM_PATH'] ?? OF_DEBIAN.find((path) => existsSync(path)) ?? OF_DEBIAN[0];
const isThere = existsSync(CHROMIUM);
if (!isThere)
  process.stderr.write(
    `The SDK's test in a real browser is skipped: there is no ${CHROMIUM} (Debian's package ` +
      `chromium-headless-shell or chromium; CHROMIUM_PATH names another one).\n`,
  );

// Everything is on this machine, and Chromium's own calls home are refused.
const QUIET = ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking', '--disable-sync'];
const POLICY = "default-src 'none'; script-src 'self'; connect-src 'self'";

let scripts: Map<string, string>;
let server: Server;
let browser: Browser;
const seen: string[] = [];

beforeAll(async () => {
  if (!isThere) return;
  await built();
  const input = join(import.meta.dirname, 'consumers', 'browser.mts');
  const alias = Object.fromEntries(
    [
      ['@catch-data/sdk/webhooks', 'webhooks.js'],
      ['@catch-data/sdk', 'index.js'],
    ].map(([name = '', file = '']) => [name, join(BUILT, file)]),
  );
  const bundle = await rolldown({ input, platform: 'browser', resolve: { alias } });
  const { output } = await bundle.generate({ format: 'esm', minify: true });
  await bundle.close();
  scripts = new Map(output.map((file) => [`/${file.fileName}`, 'code' in file ? file.code : '']));
  server = createServer(answer).listen(0, '127.0.0.1');
  browser = await chromium.launch({ executablePath: CHROMIUM, args: QUIET });
}, 120_000);
afterAll(async () => {
  await browser?.close();
  server?.close();
  server?.closeAllConnections();
});

const answer = (request: IncomingMessage, response: ServerResponse): void => {
  request.resume();
  request.on('end', () => {
    const path = request.url ?? '';
    const script = scripts.get(path);
    if (script !== undefined) return void response.setHeader('content-type', 'text/javascript').end(script);
    if (path === '/') {
      response.writeHead(200, {
        'content-type': 'text/html',
        'set-cookie': 'session=1',
        'content-security-policy': POLICY,
      });
      return void response.end('<title>A page</title><script type="module" src="/browser.js"></script>');
    }
    seen.push([request.method, path, request.headers.cookie, request.headers['x-csrf-token']].join(' '));
    answerCall(request, path, response);
  });
};

const answerCall = ({ headers }: IncomingMessage, path: string, response: ServerResponse): void => {
  const json = (status: number, body: unknown): void =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  if (path.startsWith('/v1/catches?')) return json(200, { data: [{ id: 'catch_1' }], next_cursor: null });
  if (path.endsWith('/catch_1/photos')) return json(201, { id: 'pho_1' });
  if (path.endsWith('/photos')) return json(422, { code: 'photo.unreadable', detail: 'It is no picture.' });
  // Two events a connection.
  const first = Number(headers['last-event-id'] ?? 0) + 1;
  const events = [first, first + 1].map((id) => `id: ${id}\ndata: {"id":"${id}"}\n\n`);
  return void response.writeHead(200, { 'content-type': 'text/event-stream' }).end(`retry: 1\n\n${events.join('')}`);
};

const signedWebhook = () => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const [body, at] = ['{"id":"evt_9"}', String(Math.floor(Date.now() / 1_000))];
  const signature = `v1a,${sign(null, Buffer.from(`msg_1.${at}.${body}`), privateKey).toString('base64')}`;
  const raw = Buffer.from((publicKey.export({ format: 'jwk' }) as { x: string }).x, 'base64url');
  const headers = { 'webhook-id': 'msg_1', 'webhook-timestamp': at, 'webhook-signature': signature };
  return { headers, body, key: `whpk_${raw.toString('base64')}` };
};

(isThere ? describe : describe.skip)('in Chromium, under a strict policy', () => {
  it('the SDK calls with the session of its page, uploads with progress, streams and verifies', async () => {
    const page = await browser.newPage();
    const complaints: string[] = [];
    // The refused upload is told as an error of the network.
    page.on(
      'console',
      (message) =>
        void (message.type() === 'error' && !message.text().includes('422') && complaints.push(message.text())),
    );
    page.on('pageerror', (error) => void complaints.push(error.message));
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    await page.waitForFunction(() => 'tryAll' in globalThis);
    const result = await page.evaluate(
      (signed) => (globalThis as unknown as { tryAll: (signed: object) => Promise<unknown> }).tryAll(signed),
      signedWebhook(),
    );
    expect({ result, complaints }).toEqual({
      result: {
        ids: ['catch_1'],
        photo: 'pho_1',
        whole: true,
        refused: 'photo.unreadable',
        events: ['1', '2', '3'],
        id: 'evt_9',
      },
      complaints: [],
    });
    expect(seen).toEqual([
      'GET /v1/catches?q=bass session=1 token',
      'POST /v1/catches/catch_1/photos session=1 token',
      'POST /v1/catches/catch_2/photos session=1 token',
      'GET /v1/events/stream session=1 token',
      'GET /v1/events/stream session=1 token',
    ]);
  });

  it('loads what only uploads need when one begins', () => {
    const [first, ...later] = [...scripts];
    expect(first?.[1]).not.toContain('XMLHttpRequest(');
    expect(later.map(([, code]) => code).join('')).toContain('XMLHttpRequest');
  });
});
