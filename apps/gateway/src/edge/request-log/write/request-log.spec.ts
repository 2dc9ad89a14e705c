import { TestClock } from '@cds/testing';
import { BackgroundWork, WorkMetrics } from '@cds/work-queue';
import { Registry } from 'prom-client';
import type pg from 'pg';
import { admitted, answerOf, principalWith, routeTo } from '../../../../test/proxied-request.builders.js';
import type { LoggedRequest } from './logged-request.js';
import { RequestLog } from './request-log.js';
import { RequestLogMetrics } from './request-log-metrics.js';
import { UsageTally } from './usage-tally.js';

let registry: Registry;
let isAway: boolean;
let refused: string | undefined;
let written: Partial<LoggedRequest & { calls: number }>[];
let log: RequestLog;
let usage: UsageTally;

beforeEach(() => {
  registry = new Registry();
  [isAway, refused, written] = [false, undefined, []];
  const query = async (_text: string, [json]: [string]): Promise<void> => {
    if (isAway) throw new Error('The database is away.');
    const rows = JSON.parse(json) as LoggedRequest[];
    if (rows.some(({ account_id: account }) => account === refused))
      throw Object.assign(new Error('unsupported Unicode escape sequence'), { code: '22P05' });
    written.push(...rows);
  };
  const pool = { query } as unknown as pg.Pool;
  const background = new BackgroundWork({
    log: { event: () => undefined },
    metrics: new WorkMetrics(new Registry()),
  });
  const metrics = new RequestLogMetrics(registry);
  usage = new UsageTally(pool, metrics, background);
  log = new RequestLog(pool, new TestClock('2026-11-22T00:00:00.000Z'), usage, metrics, background);
});

const call = (accountId: string): void => {
  const request = admitted(routeTo());
  request.caller = { ...principalWith('catches:read'), accountId };
  answerOf(request).headersSent = true;
  log.note(request);
};

const dropped = async (): Promise<Record<string, number>> => {
  const { values } = await (registry.getSingleMetric('cds_request_log_dropped_total')?.get() ?? { values: [] });
  return Object.fromEntries(values.map(({ labels, value }) => [String(labels['reason']), value]));
};

test('a call of nobody is in nobody’s log', async () => {
  log.note(admitted(routeTo()));
  await log.write();
  expect(written).toEqual([]);
});

test('while the database is away calls wait, and are written once when it is back', async () => {
  isAway = true;
  for (const account of ['acc_1', 'acc_2']) call(account);
  await expect(log.write()).rejects.toThrow('away');
  call('acc_3');
  isAway = false;
  await log.write();
  await log.write();
  expect(written.map(({ account_id: account }) => account)).toEqual(['acc_1', 'acc_2', 'acc_3']);
});

test('a call that ends while the process stops is written, and counted, at once', async () => {
  for (const writer of [log, usage]) await writer.onModuleDestroy();
  call('acc_1');
  await new Promise(setImmediate);
  expect(written).toMatchObject([{ account_id: 'acc_1', calls: 1 }, { account_id: 'acc_1' }]);
});

test('a call that the database refuses is counted, and holds up no other', async () => {
  refused = 'acc_3';
  for (let account = 0; account < 7; account += 1) call(`acc_${account}`);
  await log.write();
  expect(written.map(({ account_id: account }) => account)).toEqual([0, 1, 2, 4, 5, 6].map((one) => `acc_${one}`));
  expect(await dropped()).toEqual({ refused: 1 });
});

test('a long outage keeps a bounded number of calls, and counts the others', async () => {
  isAway = true;
  for (let account = 0; account < 10_500; account += 1) call(`acc_${account}`);
  isAway = false;
  await log.write();
  expect(written).toHaveLength(10_000);
  expect(await dropped()).toEqual({ no_room: 500 });
});

test('what an account does beyond its room is counted, and not kept', async () => {
  for (let time = 0; time < 200; time += 1) call('acc_1');
  await log.write();
  expect(written).toHaveLength(120);
  expect(await dropped()).toEqual({ over_bound: 80 });
  written = [];
  await usage.write();
  expect(written.map(({ calls }) => calls)).toEqual([200]);
});

test('counts that could not be written are added to those that come later', async () => {
  isAway = true;
  call('acc_1');
  await expect(usage.write()).rejects.toThrow('away');
  call('acc_1');
  isAway = false;
  await usage.write();
  expect(written.map(({ calls }) => calls)).toEqual([2]);
});
