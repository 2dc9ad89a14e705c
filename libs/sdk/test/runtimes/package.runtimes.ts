import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { cpSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { installedProject, type Project } from '../packed.js';
import { checkedIn, type Runtime } from './runtimes.js';

// The first time, runtimes of 100 MB each are installed.
jest.setTimeout(300_000);

let project: Project;
let server: Server;
let baseUrl: string;
beforeAll(async () => {
  project = await installedProject();
  cpSync(join(import.meta.dirname, 'check.mjs'), join(project.folder, 'check.mjs'));
  server = createServer(({ method, headers }, response) => {
    const isRead = method === 'GET' && headers.authorization === 'Bearer cds_live_test';
    const things = [{ id: 'catch_1' }, { id: 'catch_2' }];
    const list = { data: things, total: 2, page: 1, per_page: 25, has_more: false, next_cursor: null };
    const problem = { code: 'catch.not_found', status: 404, detail: 'There is no such catch.' };
    response.writeHead(isRead ? 200 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(isRead ? list : problem));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server?.close();
  server?.closeAllConnections();
  if (project) rmSync(project.folder, { recursive: true, force: true });
});

const secretOf = (bytes: Buffer): string => `whsec_${bytes.toString('base64')}`;

/** A webhook that is signed in both ways, with the keys that verify it and one that does not. */
const webhook = () => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const bytes = Buffer.alloc(24, 1);
  const body = JSON.stringify({ id: 'evt_1', type: 'ping', timestamp: '2026-11-20T07:30:00.000Z', data: {} });
  const at = String(Math.floor(Date.now() / 1_000));
  const text = `msg_1.${at}.${body}`;
  const v1 = createHmac('sha256', bytes).update(text).digest('base64');
  const v1a = sign(null, Buffer.from(text), privateKey).toString('base64');
  const raw = Buffer.from((publicKey.export({ format: 'jwk' }) as { x: string }).x, 'base64url');
  return {
    body,
    headers: { 'webhook-id': 'msg_1', 'webhook-timestamp': at, 'webhook-signature': `v1,${v1} v1a,${v1a}` },
    keys: [secretOf(bytes), `whpk_${raw.toString('base64')}`],
    foreign: secretOf(Buffer.alloc(24, 2)),
  };
};

it.each<Runtime>(['deno', 'bun', 'workerd'])(
  'the packed SDK calls the API and verifies webhooks in %s',
  async (runtime) => {
    expect(await checkedIn(runtime, project.folder, { baseUrl, ...webhook() })).toEqual({
      ids: ['catch_1', 'catch_2'],
      refused: 'catch.not_found',
      events: ['evt_1', 'evt_1'],
      forged: 'sdk.webhook_signature',
    });
  },
);
