import { type IncomingMessage, request as httpRequest } from 'node:http';
import { createServer } from 'node:net';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@cds/testing';
import { ROUTES } from '../src/edge/routing/routes.js';
import { Upstreams } from '../src/edge/upstreams/upstreams.js';
import { type GatewayHarness, startGateway } from './gateway.harness.js';
import { type Answer, problemOf, sendRaw } from './http.harness.js';
import { deadPort, startUpstream, type TestUpstream } from './upstream.harness.js';

const POST = { method: 'POST', body: '{"species":"bluegill"}', headers: { 'content-type': 'application/json' } };
const QUICK = ROUTES.map((route) => ({ ...route, timeoutMs: 300 }));

const isDown = (answer: Answer, service: string): void => {
  const problem = problemOf(answer);
  expect(problem).toEqual(expect.objectContaining({ status: 503, code: 'service.unavailable' }));
  expect(problem.detail).toContain(service);
  expect(answer.headers['retry-after']).toBe('1');
};

describe('one service down, the others up', () => {
  let up: TestUpstream;
  let gateway: GatewayHarness;
  beforeAll(async () => {
    up = await startUpstream();
    gateway = await startGateway({
      upstreams: {
        catch: `http://127.0.0.1:${await deadPort()}`,
        species: up.url,
        leaderboard: 'http://no-such-host.invalid:3000',
      },
    });
  });
  afterAll(async () => {
    await gateway.stop();
    await up.stop();
  });

  it.each([
    ['refuses connections', '/v1/catches', 'catch'],
    ['has a name that does not resolve', '/v1/leaderboards', 'leaderboard'],
    ['is not configured', '/v1/webhooks', 'webhook'],
  ])('is a 503 for the routes of the one that %s', async (_why, path, service) => {
    isDown(await gateway.call(path), service);
    expect((await gateway.call('/v1/species')).status).toBe(200);
  });

  it('is a 503 for writes, which says that nothing was done', async () => {
    const answer = await gateway.call('/v1/catches', POST);
    isDown(answer, 'catch');
    expect(problemOf(answer).detail).toContain('not carried out');
  });

  it('is a 503 for each of many at once', async () => {
    const answers = await Promise.all(Array.from({ length: 600 }, () => gateway.call('/v1/catches')));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]));
    // At once, that is, and not when their time was up.
    const durations = await eventually(() => {
      const lines = gateway.log.filter(({ route }) => route === '/v1/catches');
      expect(lines.length).toBeGreaterThanOrEqual(600);
      return lines.map(({ duration_ms: duration }) => Number(duration));
    });
    expect(Math.max(...durations)).toBeLessThan(9_000);
  });

  it('stays ready itself', async () => {
    expect((await gateway.call('/health/ready')).status).toBe(200);
  });
});

describe('a service that comes back', () => {
  it('answers at once', async () => {
    const port = await deadPort();
    const gateway = await startGateway({ upstreams: { catch: `http://127.0.0.1:${port}` } });
    for (let count = 0; count < 5; count += 1) isDown(await gateway.call('/v1/catches'), 'catch');
    const upstream = await startUpstream(port);
    expect((await gateway.call('/v1/catches')).status).toBe(200);
    await gateway.stop();
    await upstream.stop();
  });
});

describe('a service known by name', () => {
  it('is found at the addresses that the name has', async () => {
    const upstream = await startUpstream();
    const gateway = await startGateway({ upstreams: { catch: `http://localhost:${upstream.port}` } });
    expect((await gateway.call('/v1/catches', POST)).status).toBe(200);
    expect(upstream.seen).toHaveLength(1);
    await gateway.stop();
    await upstream.stop();
  });
});

describe('several copies', () => {
  let copies: [TestUpstream, TestUpstream];
  let gateway: GatewayHarness;
  const serve = async (others: string[] = []): Promise<void> => {
    copies = [await startUpstream(), await startUpstream()];
    gateway = await startGateway({ upstreams: { catch: [...others, ...copies.map(({ url }) => url)].join() } });
  };
  afterEach(async () => {
    await gateway.stop();
    for (const copy of copies) await copy.stop();
  });

  it('take turns', async () => {
    await serve();
    for (let count = 0; count < 10; count += 1) await gateway.call('/v1/catches');
    expect(copies.map(({ seen }) => seen.length)).toEqual([5, 5]);
  });

  it('stand in for one that refuses connections, for writes too', async () => {
    await serve([`http://127.0.0.1:${await deadPort()}`]);
    const answers = [];
    for (let count = 0; count < 12; count += 1) answers.push(await gateway.call('/v1/catches', count % 2 ? POST : {}));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 12 }, () => 200));
    expect(copies.map(({ seen }) => seen.length).reduce((a, b) => a + b)).toBe(12);
    expect(
      copies.flatMap(({ seen }) => seen).filter(({ method, body }) => method === 'POST' && body === POST.body),
    ).toHaveLength(6);
  });

  it('stand in for one that is stopped while requests run', async () => {
    await serve();
    const running = Array.from(
      { length: 40 },
      (_, count) => (count === 20 ? copies[0].stop() : undefined, gateway.call('/v1/catches')),
    );
    expect(new Set((await Promise.all(running)).map(({ status }) => status))).toEqual(new Set([200]));
  });

  it('stand in for one that does not know the gateway, for writes too', async () => {
    await serve();
    copies[0].answerWith((_request, response) =>
      response.writeHead(401, { 'content-type': 'application/problem+json' }).end('{"detail":"who are you"}'),
    );
    for (let count = 0; count < 6; count += 1) {
      const answer = await gateway.call('/v1/catches', count % 2 ? POST : {});
      expect(answer.status).toBe(200);
      expect(answer.text).not.toContain('who are you');
    }
    expect(copies[1].seen).toHaveLength(6);
    expect(copies[0].seen.length).toBeLessThan(6);
  });

  it('stand in for one that closes its connections as it is about to stop', async () => {
    await serve();
    copies[0].answerWith((_request, response) => void response.writeHead(201, { connection: 'close' }).end());
    for (let count = 0; count < 8; count += 1) await gateway.call('/v1/catches', POST);
    expect(copies[0].seen).toHaveLength(1);
    expect(copies[1].seen).toHaveLength(7);
  });

  it('stand in for a read that one broke off, not for a write', async () => {
    await serve();
    const [breaking, well] = copies;
    breaking.answerWith((request) => request.socket.destroy());
    for (let count = 0; count < 4; count += 1) expect((await gateway.call('/v1/catches')).status).toBe(200);
    expect(breaking.seen.length).toBeGreaterThan(0);
    await eventually(async () => {
      const before = well.seen.length;
      const answer = await gateway.call('/v1/catches', POST);
      expect(answer.status).toBe(503);
      expect(problemOf(answer).detail).toContain('may have been carried out');
      expect(well.seen).toHaveLength(before);
    });
  });

  it('are all down in the end', async () => {
    await serve();
    for (const copy of copies) copy.answerWith((request) => request.socket.destroy());
    isDown(await gateway.call('/v1/catches'), 'catch');
    expect(copies.map(({ seen }) => seen.length)).toEqual([1, 1]);
  });
});

describe('a service that behaves badly', () => {
  let upstream: TestUpstream;
  let gateway: GatewayHarness;
  beforeAll(async () => {
    upstream = await startUpstream();
    gateway = await startGateway({ upstreams: { catch: upstream.url }, routes: QUICK });
  });
  afterEach(() => upstream.answerWith());
  afterAll(async () => {
    await gateway.stop();
    await upstream.stop();
  });

  it('and never answers is a 504, and is asked no longer', async () => {
    upstream.answerWith(() => undefined);
    const answer = await gateway.call('/v1/catches', POST);
    expect(problemOf(answer)).toEqual(expect.objectContaining({ status: 504, code: 'service.timeout' }));
    expect(answer.headers['retry-after']).toBeUndefined();
    await eventually(() => expect(upstream.abandoned).toContain('/v1/catches'));
  });

  it.each([
    ['a read', '/v1/catches', {}],
    ['an edit', '/v1/catches/ctc_01h455vb4pex5vsknk084sn02q', { ...POST, method: 'PATCH', body: '{}' }],
    ['a POST with a key', '/v1/catches', { ...POST, headers: { ...POST.headers, 'idempotency-key': 'slow' } }],
  ])('and never answers tells %s when to come again, which changes nothing twice', async (_case, path, sending) => {
    upstream.answerWith(() => undefined);
    const { status, headers } = await gateway.call(path, sending);
    expect([status, headers['retry-after']]).toEqual([504, '5']);
  });

  it('and never answers holds up nobody once it does', async () => {
    upstream.answerWith(() => undefined);
    await Promise.all(Array.from({ length: 50 }, () => gateway.call('/v1/catches')));
    upstream.answerWith();
    expect((await gateway.call('/v1/catches')).status).toBe(200);
  });

  it('and breaks off in the middle of an answer has its connection cut', async () => {
    upstream.answerWith((_request, response) => {
      response.writeHead(200, { 'content-length': 1_000 });
      response.write('half', () => response.destroy());
    });
    await expect(gateway.call('/v1/catches')).rejects.toThrow();
  });

  it('and breaks off a chunked answer has its connection cut', async () => {
    upstream.answerWith((_request, response) => void response.write('half', () => response.destroy()));
    await expect(gateway.call('/v1/catches')).rejects.toThrow();
  });

  it('and speaks no HTTP is a 503', async () => {
    const noise = createServer((socket) => socket.on('error', () => undefined).end('SSH-2.0-x\r\n')).listen(
      0,
      '127.0.0.1',
    );
    await once(noise, 'listening');
    const other = await startGateway({
      upstreams: { catch: `http://127.0.0.1:${(noise.address() as AddressInfo).port}` },
    });
    isDown(await other.call('/v1/catches'), 'catch');
    await other.stop();
    noise.close();
  });

  it('and refuses the gateway’s identity is a 503, since the caller did nothing wrong', async () => {
    upstream.answerWith((_request, response) =>
      response.writeHead(401, { 'content-type': 'application/problem+json' }).end('{}'),
    );
    isDown(await gateway.call('/v1/catches'), 'catch');
    const line = await eventually(() => {
      const found = gateway.log.findLast(
        ({ msg, error_detail: detail }) =>
          msg === 'http.handled' && JSON.stringify(detail ?? '').includes('IDENTITY_SECRETS'),
      );
      expect(found).toBeDefined();
      return found;
    });
    expect(line).toEqual(expect.objectContaining({ level: 'warn', status: 503, error_code: 'service.unavailable' }));
  });

  it.each([400, 404, 409, 422, 500, 503])('and answers %i by itself is passed on as it is', async (status) => {
    upstream.answerWith((_request, response) =>
      response
        .writeHead(status, { 'content-type': 'application/problem+json', 'retry-after': '7' })
        .end('{"code":"catch.own"}'),
    );
    const answer = await gateway.call('/v1/catches');
    expect(answer).toEqual(expect.objectContaining({ status, text: '{"code":"catch.own"}' }));
    expect(answer.headers['retry-after']).toBe('7');
  });

  it('and answers before it has read the body is passed on', async () => {
    const hasty = createServer((socket) =>
      socket
        .on('error', () => undefined)
        .once('data', () => socket.write('HTTP/1.1 422 Unprocessable Content\r\ncontent-length: 2\r\n\r\n{}')),
    ).listen(0, '127.0.0.1');
    await once(hasty, 'listening');
    const other = await startGateway({
      upstreams: { catch: `http://127.0.0.1:${(hasty.address() as AddressInfo).port}` },
    });
    const answer = await other.call('/v1/catches', { ...POST, body: `"${'x'.repeat(900_000)}"` });
    expect(answer.status).toBe(422);
    await other.stop();
    hasty.close();
  });

  it('and streams is passed on piece by piece', async () => {
    const pieces: string[] = [];
    let end: () => void = () => undefined;
    upstream.answerWith((_request, response) => {
      response.write('first');
      end = () => response.end('last');
    });
    const request = httpRequest(`${gateway.url}/v1/catches`, {
      headers: { authorization: `Bearer ${gateway.key}` },
    }).end();
    const [response] = (await once(request, 'response')) as [NodeJS.ReadableStream];
    response.on('data', (piece: Buffer) => pieces.push(piece.toString()));
    await eventually(() => expect(pieces).toEqual(['first']));
    end();
    await once(response, 'end');
    expect(pieces).toEqual(['first', 'last']);
  });
});

describe('a service that hangs', () => {
  it('gets so many requests at a time and no more', async () => {
    const upstream = await startUpstream();
    const gateway = await startGateway({ upstreams: { catch: upstream.url } });
    Object.assign(gateway.service.app.get(Upstreams).of('catch').next([], 0) ?? {}, { running: 1_024 });
    isDown(await gateway.call('/v1/catches'), 'catch');
    expect(upstream.seen).toHaveLength(0);
    await gateway.stop();
    await upstream.stop();
  });

  it('counts each request once, however it ends', async () => {
    const upstream = await startUpstream();
    const gateway = await startGateway({ upstreams: { catch: upstream.url }, routes: QUICK });
    const copy = gateway.service.app.get(Upstreams).of('catch').next([], 0);
    for (const answer of [undefined, () => undefined, (request: IncomingMessage) => void request.socket.destroy()]) {
      upstream.answerWith(answer);
      await Promise.all([
        gateway.call('/v1/catches'),
        gateway.call('/v1/catches', POST),
        gateway.call('/v1/catches', { method: 'HEAD' }),
      ]);
    }
    await eventually(() => expect(copy?.running).toBe(0));
    await gateway.stop();
    await upstream.stop();
  });
});

describe('a caller who goes away', () => {
  it('ends what the service does for it', async () => {
    const upstream = await startUpstream();
    const gateway = await startGateway({ upstreams: { catch: upstream.url } });
    upstream.answerWith(() => undefined);
    const request = httpRequest(`${gateway.url}/v1/catches?gone`, {
      headers: { authorization: `Bearer ${gateway.key}` },
      agent: false,
    }).end();
    request.once('error', () => undefined);
    await eventually(() => expect(upstream.seen).toHaveLength(1));
    request.destroy();
    await eventually(() => expect(upstream.abandoned).toEqual(['/v1/catches?gone']));
    await eventually(() =>
      expect(gateway.log.findLast(({ msg }) => msg === 'http.handled')).toEqual(
        expect.objectContaining({ aborted: true }),
      ),
    );
    upstream.answerWith();
    expect((await gateway.call('/v1/catches')).status).toBe(200);
    await gateway.stop();
    await upstream.stop();
  });
});

describe('the gateway that stops', () => {
  it('finishes what runs, and closes the connection with the answer', async () => {
    const upstream = await startUpstream();
    const gateway = await startGateway({ upstreams: { catch: upstream.url } });
    let answer: () => void = () => undefined;
    upstream.answerWith((_request, response) => (answer = () => response.end('done')));
    const running = sendRaw(
      gateway.url,
      `GET /v1/catches HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${gateway.key}\r\n\r\n`,
    );
    await eventually(() => expect(upstream.seen).toHaveLength(1));
    const stopped = gateway.stop();
    answer();
    expect(await running).toContain('done');
    await stopped;
    await upstream.stop();
  });
});
