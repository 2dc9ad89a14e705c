import { once } from 'node:events';
import { Agent, get as httpGet, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { jest } from '@jest/globals';
import { Controller, Get, type OnApplicationShutdown, type OnModuleDestroy } from '@nestjs/common';
import { eventually } from '@cds/testing';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { createLogger, runService } from '../src/index.js';
import { identityHeaders } from '@cds/testing/identity';
import { type Harness, kitConfig, SERVICE, startHarness } from './kit.harness.js';

const happened: string[] = [];
let release: () => void = () => {};

@Controller('v1/slow')
class SlowController implements OnModuleDestroy, OnApplicationShutdown {
  @Get()
  async slow(): Promise<string> {
    happened.push('began');
    await new Promise<void>((resolve) => (release = resolve));
    happened.push('finished');
    return 'done';
  }

  onModuleDestroy(): void {
    happened.push('destroy');
  }

  onApplicationShutdown(): void {
    happened.push('shutdown');
  }
}

const headers = identityHeaders(SERVICE);
const read = (response: IncomingMessage): Promise<string> =>
  new Promise((resolve) => {
    let text = '';
    response.on('data', (chunk: Buffer) => (text += chunk.toString())).on('end', () => resolve(text));
  });

/** A request over a connection that its client keeps alive. */
const slowRequest = (service: { url: string }): Promise<string> =>
  new Promise((resolve, reject) => {
    httpGet(`${service.url}/v1/slow`, { headers, agent: new Agent({ keepAlive: true }) }, (response) =>
      resolve(read(response)),
    ).on('error', reject);
  });

beforeEach(() => (happened.length = 0));

describe('stopping', () => {
  let service: Harness;
  beforeEach(async () => {
    service = await startHarness([SlowController]);
  });
  afterEach(() => service.stop());

  test('closes a connection that never sent a request', async () => {
    const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
    socket.on('error', () => undefined);
    const closed = once(socket, 'close');
    await once(socket, 'connect');
    await Promise.all([service.stop(), closed]);
  });

  test('tells of all that was answered', async () => {
    await Promise.all(
      ['r-1', 'r-2'].map((id) =>
        fetch(`${service.url}/v1/nothing`, { headers: identityHeaders(SERVICE, undefined, id) }),
      ),
    );
    await service.stop();
    expect(
      service.lines
        .map((line) => line['request_id'])
        .filter(Boolean)
        .sort(),
    ).toEqual(['r-1', 'r-2']);
  });

  test(
    'turns unready at once, finishes what runs, takes nothing new, and ends though clients keep their ' + 'connections',
    async () => {
      const answer = slowRequest(service);
      await eventually(() => expect(happened).toContain('began'));
      const stopped = service.stop();
      const ready = await fetch(`${service.internalUrl}/health/ready`);
      expect(ready.status).toBe(503);
      expect(await ready.json()).toMatchObject({ status: 'draining' });
      expect((await fetch(`${service.internalUrl}/health/live`)).status).toBe(200);
      await eventually(() => expect(fetch(`${service.url}/health/live`)).rejects.toThrow());
      release();
      expect(await answer).toBe('done');
      await stopped;
      expect(happened).toEqual(['began', 'destroy', 'finished', 'shutdown']);
      await expect(fetch(`${service.internalUrl}/health/live`)).rejects.toThrow();
      expect(service.lines.at(-1)).toMatchObject({ msg: 'service.stopped' });
    },
  );

  test('goes on answering while load balancers notice, each connection once, and ends after it', async () => {
    const config = kitConfig();
    const pausing = await startHarness([SlowController], {
      config: { ...config, internal: { ...config.internal, drainMs: 500 } },
    });
    const began = performance.now();
    const stopped = pausing.stop();
    expect((await fetch(`${pausing.internalUrl}/health/ready`)).status).toBe(503);
    const { status, headers } = await fetch(`${pausing.url}/v1/nothing`, { headers: identityHeaders(SERVICE) });
    expect([status, headers.get('connection')]).toEqual([404, 'close']);
    await stopped;
    expect(performance.now() - began).toBeGreaterThanOrEqual(490);
    await expect(fetch(`${pausing.url}/health/live`)).rejects.toThrow();
  });

  test('twice is the same stop', async () => {
    await Promise.all([service.stop(), service.stop()]);
    expect(happened).toEqual(['destroy', 'shutdown']);
  });

  test('says where it listens', () => {
    expect(service.lines).toContainEqual(
      expect.objectContaining({ msg: 'service.listening', url: service.url, port: Number(new URL(service.url).port) }),
    );
  });
});

describe('a process that runs a service', () => {
  const exit = jest.spyOn(process, 'exit').mockImplementation(() => undefined as never);
  const stderr = jest.spyOn(process.stderr, 'write').mockImplementation(() => true);
  const lines: { msg: string; url?: string; err?: { message: string } }[] = [];

  let app: NestFastifyApplication;

  const run = async (config = kitConfig()) => {
    const destination = { write: (line: string) => void lines.push(JSON.parse(line) as (typeof lines)[number]) };
    const logger = await createLogger({ name: SERVICE, level: 'info', format: 'json', destination });
    await runService(() => ({
      name: SERVICE,
      module: { module: class HarnessModule {}, controllers: [SlowController] },
      config,
      configure: (made) => void (app = made),
      scopeOf: () => 'catches:read',
      logger,
    }));
  };
  const signals = ['SIGTERM', 'SIGINT', 'uncaughtException', 'unhandledRejection'] as const;
  const before = new Map(signals.map((name) => [name, process.listeners(name as 'SIGTERM')]));

  afterEach(() => {
    exit.mockClear();
    lines.length = 0;
    for (const name of signals)
      for (const one of process.listeners(name as 'SIGTERM'))
        if (!before.get(name)?.includes(one)) process.off(name, one);
  });
  afterAll(() => {
    exit.mockRestore();
    stderr.mockRestore();
  });

  test.each(['SIGTERM', 'SIGINT'] as const)('exits 0 after %s, once its requests are answered', async (signal) => {
    await run();
    const url = lines.find((line) => line.msg === 'service.listening')?.url ?? '';
    const answer = slowRequest({ url });
    await eventually(() => expect(happened).toContain('began'));
    process.emit(signal);
    process.emit(signal);
    expect(exit).not.toHaveBeenCalled();
    release();
    expect(await answer).toBe('done');
    await eventually(() => expect(exit).toHaveBeenCalledWith(0));
  });

  test('exits 1 on an error that nobody caught, and logs it', async () => {
    await run();
    // jest listens as well, and would take an event of the process as a failure of this test.
    process.listeners('uncaughtException').at(-1)?.(new Error('loose'), 'uncaughtException');
    expect(exit).toHaveBeenCalledWith(1);
    expect(lines.at(-1)).toMatchObject({
      msg: 'process.uncaught_exception',
      level: 'fatal',
      err: { message: 'loose' },
    });
    process.emit('SIGTERM');
    await eventually(() => expect(exit).toHaveBeenCalledWith(0));
  });

  test('exits 0 at once on a signal while it starts', async () => {
    await runService(() => {
      process.emit('SIGTERM');
      expect(exit).toHaveBeenCalledWith(0);
      throw new Error('In a process that is no test this is not reached.');
    });
  });

  test.each([
    { message: 'connect ECONNREFUSED 127.0.0.1:5432', code: 'ECONNREFUSED' },
    { message: 'listen EADDRINUSE: address already in use 127.0.0.1:3001', code: 'EADDRINUSE', syscall: 'listen' },
  ])('says in a line why it cannot start: $message', async ({ message, ...error }) => {
    await runService(() => Promise.reject(Object.assign(new Error(message), error)));
    expect(exit).toHaveBeenCalledWith(1);
    expect(stderr.mock.calls.at(-1)?.[0]).toBe(`${message}\n`);
  });

  test.each([
    ['HOST and PORT', { http: { ...kitConfig().http, host: '192.0.2.1' } }],
    ['INTERNAL_HOST and INTERNAL_PORT', { internal: { ...kitConfig().internal, host: '192.0.2.1' } }],
  ])('logs that it cannot listen, and names %s', async (names, config) => {
    await run({ ...kitConfig(), ...config });
    expect(exit).toHaveBeenCalledWith(1);
    expect(lines.at(-1)).toMatchObject({
      msg: 'service.start_failed',
      level: 'fatal',
      err: { message: expect.stringMatching(`^${names}: listen EADDRNOTAVAIL`) },
    });
    await app.close();
  });

  test('exits 1 and says why when it cannot start', async () => {
    await runService(() => {
      throw new Error('no such thing');
    });
    expect(exit).toHaveBeenCalledWith(1);
    expect(stderr.mock.calls.at(-1)?.[0]).toContain('no such thing');
  });
});
