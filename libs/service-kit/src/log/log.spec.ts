import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Logger } from '@nestjs/common';
import { BufferedOutput } from './buffered-output.js';
import { createLogger } from './create-logger.js';
import { redact } from './redact.js';
import type { ServiceLogger } from './service-logger.js';

let lines: Record<string, unknown>[];
let logger: ServiceLogger;
beforeEach(async () => {
  lines = [];
  const destination = { write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>) };
  logger = await createLogger({ name: 'catch', level: 'debug', format: 'json', destination });
});

describe('a line', () => {
  test('has level, time, service and message, with data in fields', () => {
    logger.event('message.handled', { topic: 'catch.events', duration_ms: 3 });
    expect(lines).toEqual([
      {
        level: 'info',
        time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
        service: 'catch',
        topic: 'catch.events',
        duration_ms: 3,
        msg: 'message.handled',
      },
    ]);
  });

  test('of a child has its fields', () => {
    logger.child({ topic: 'catch.events' }).warn('late');
    expect(lines[0]).toMatchObject({ level: 'warn', topic: 'catch.events', msg: 'late' });
  });

  test('about an error has its stack and causes', () => {
    logger.error('failed', new Error('outer', { cause: new Error('inner') }));
    expect(lines[0]).toMatchObject({
      level: 'error',
      msg: 'failed',
      err: { message: 'outer: inner', stack: expect.stringContaining('caused by: Error: inner') },
    });
  });

  test('about an outage has no stack, and is not repeated by others', () => {
    const away = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    logger.event('relay.failed', { err: new Error('The offset cannot be read.', { cause: away }) }, 'error');
    logger.child({ topic: 'catch.events' }).error({ err: away }, 'relay.failed');
    expect(lines.map(({ level, msg }) => [level, msg])).toEqual([
      ['error', 'relay.failed'],
      ['debug', 'relay.failed'],
    ]);
    expect(lines[0]).toMatchObject({ err: { message: 'The offset cannot be read.: connect ECONNREFUSED' } });
    expect(JSON.stringify(lines)).not.toContain('stack');
  });

  test('about an error of PostgreSQL quotes no row', () => {
    const facts = { severity: 'ERROR', code: '23514', table: 'catches', where: 'COPY catches, line 1: "Jo"' };
    const origin = Object.assign(new Error('new row violates check'), {
      ...facts,
      detail: 'Failing row contains (Jo, 41.5).',
    });
    const prisma = Object.assign(new Error('query failed'), { meta: { driverAdapterError: { cause: { ...origin } } } });
    logger.error('failed', origin);
    logger.error('failed', prisma);
    expect(lines[0]).toMatchObject({ err: { message: 'new row violates check', code: '23514', table: 'catches' } });
    expect(JSON.stringify(lines)).not.toContain('Jo');
  });

  test('below the level is not written', () => {
    logger.verbose('chatter');
    expect(lines).toEqual([]);
  });
});

describe("Nest's ways of logging", () => {
  test('message, stack and context', () => {
    logger.error('failed', 'Error: at x', 'CatchService');
    expect(lines[0]).toMatchObject({ msg: 'failed', stack: 'Error: at x', context: 'CatchService' });
  });

  test('an object with the message in it', () => {
    Logger.overrideLogger(logger);
    new Logger('Kafka').warn({ message: 'kafka.away', brokers: 3 });
    Logger.overrideLogger(false);
    expect(lines[0]).toMatchObject({ level: 'warn', msg: 'kafka.away', brokers: 3, context: 'Kafka' });
  });

  test('what Nest tells about its start is for debugging', () => {
    logger.log('Mapped {/v1/catches, GET} route', 'RouterExplorer');
    expect(lines[0]).toMatchObject({ level: 'debug' });
  });
});

describe('secrets', () => {
  test('are redacted wherever a key names one', () => {
    logger.event('x', {
      headers: { Authorization: 'Bearer k', 'x-cds-identity': 'e30', cookie: 'c' },
      list: [{ webhook_secret: 's' }],
      api_key: 'k',
      databasePassword: 'p',
    });
    expect(JSON.stringify(lines)).not.toMatch(/"(Bearer k|e30|c|s|k|p)"/);
    expect(lines[0]).toMatchObject({
      headers: { Authorization: '[redacted]' },
      list: [{ webhook_secret: '[redacted]' }],
      api_key: '[redacted]',
    });
  });

  test('leave other fields, errors and dates as they are', () => {
    const fields = { at: new Date(0), err: new Error('x'), list: [1, { a: null }] };
    expect(redact(fields)).toBe(fields);
  });
});

describe('buffered output', () => {
  const folder = mkdtempSync(join(tmpdir(), 'log-'));
  const file = join(folder, 'out');
  const fd = openSync(file, 'a');
  afterAll(() => {
    closeSync(fd);
    rmSync(folder, { recursive: true });
  });

  test('is whole and in order, whatever the size', async () => {
    const output = new BufferedOutput(fd);
    const written = Array.from({ length: 20_000 }, (_, index) => `line ${index} ä🎣\n`);
    for (const line of written) output.write(line);
    await new Promise<void>((resolve) => output.flush(resolve));
    expect(readFileSync(file, 'utf8')).toBe(written.join(''));
    output.write('last\n');
    output.close();
    expect(readFileSync(file, 'utf8')).toMatch(/last\n$/);
  });

  test('is out when it is flushed at once, what is being written in the background included', async () => {
    const other = join(folder, 'fatal');
    const fatal = openSync(other, 'a');
    const output = new BufferedOutput(fatal);
    const long = `${'x'.repeat(40_000)}\n`;
    output.write(long);
    output.write('the end\n');
    output.flushSync();
    const text = readFileSync(other, 'utf8');
    expect(text).toContain(long);
    expect(text).toContain('the end\n');
    await new Promise<void>((resolve) => output.flush(resolve));
    output.close();
    closeSync(fatal);
  });
});
