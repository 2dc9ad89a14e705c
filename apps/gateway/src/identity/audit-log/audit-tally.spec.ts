import { TestClock } from '@cds/testing';
import { BackgroundWork, WorkMetrics } from '@cds/work-queue';
import { Registry } from 'prom-client';
import type pg from 'pg';
import { AuditTally } from './audit-tally.js';

const REFUSED = { action: 'credential.refused', accountId: null, targetId: null, reason: 'unknown' } as const;

interface Row {
  address: string | null;
  details: { count: number };
}

let clock: TestClock;
let isAway: boolean;
let written: Row[];
let tally: AuditTally;
beforeEach(() => {
  [isAway, written] = [false, []];
  clock = new TestClock('2026-11-22T00:00:00.000Z');
  const query = async (_text: string, [json]: [string]): Promise<void> => {
    if (isAway) throw new Error('The database is away.');
    written.push(...(JSON.parse(json) as Row[]));
  };
  const reports = { log: { event: () => undefined }, metrics: new WorkMetrics(new Registry()) };
  const background = new BackgroundWork(reports);
  tally = new AuditTally({ query } as unknown as pg.Pool, clock, background);
});

const counts = () => Object.fromEntries(written.map(({ address, details }) => [String(address), details.count]));

test('what is alike is written as one row with its count', async () => {
  for (const address of ['192.0.2.1', '192.0.2.2', '192.0.2.1']) tally.note({ ...REFUSED, address });
  await tally.write();
  await tally.write();
  expect(counts()).toEqual({ '192.0.2.1': 2, '192.0.2.2': 1 });
});

test('what comes while the process stops is written at once', async () => {
  await tally.onModuleDestroy();
  tally.note({ ...REFUSED, address: '192.0.2.1' });
  await new Promise(setImmediate);
  expect(counts()).toEqual({ '192.0.2.1': 1 });
});

test('what could not be written is written later, together with what came meanwhile', async () => {
  isAway = true;
  tally.note({ ...REFUSED, address: '192.0.2.1' });
  await expect(tally.write()).rejects.toThrow('away');
  tally.note({ ...REFUSED, address: '192.0.2.1' });
  tally.note({ ...REFUSED, address: '192.0.2.2' });
  await expect(tally.write()).rejects.toThrow('away');
  isAway = false;
  await tally.write();
  expect(counts()).toEqual({ '192.0.2.1': 2, '192.0.2.2': 1 });
});

test('a long outage keeps a bounded number of rows, and no count is lost', async () => {
  isAway = true;
  for (let minute = 0; minute < 12; minute += 1) {
    for (let host = 0; host < 1_000; host += 1) tally.note({ ...REFUSED, address: `2001:db8::${minute}:${host}` });
    await expect(tally.write()).rejects.toThrow('away');
    clock.advance(60_000);
  }
  isAway = false;
  await tally.write();
  expect(written.length).toBeLessThan(11_000);
  expect(written.reduce((sum, { details }) => sum + details.count, 0)).toBe(12_000);
});
