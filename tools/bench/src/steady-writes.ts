import { setTimeout as sleep } from 'node:timers/promises';
import type { Credentials } from '@cds/local/running-stack';
import { CATCH } from './api.js';

export interface Writes {
  p99Ms: number;
  maxMs: number;
  /** Answers with a status of 500 or more. */
  failed: number;
  count: number;
}

/** Logs catches at a steady rate until `isOver`, however long the answers take, and waits for all of them. */
export const steadyWrites = async (
  { base_url: baseUrl, api_key: key }: Credentials,
  perSecond: number,
  isOver: () => boolean,
): Promise<Writes> => {
  const taken: number[] = [];
  let failed = 0;
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const write = async (): Promise<void> => {
    const from = performance.now();
    const answer = await fetch(`${baseUrl}/v1/catches`, { method: 'POST', headers, body: JSON.stringify(CATCH) });
    await answer.text();
    taken.push(performance.now() - from);
    if (answer.status >= 500) failed += 1;
  };
  const start = performance.now();
  const writes: Promise<void>[] = [];
  for (let index = 0; !isOver(); index += 1) {
    await sleep(Math.max(0, start + (index * 1_000) / perSecond - performance.now()));
    writes.push(write());
  }
  await Promise.all(writes);
  taken.sort((a, b) => a - b);
  const at = (share: number) => taken[Math.min(taken.length - 1, Math.floor(taken.length * share))] ?? Number.NaN;
  return { p99Ms: at(0.99), maxMs: at(1), failed, count: taken.length };
};

/** A condition that becomes true after so many seconds. */
export const after = (seconds: number): (() => boolean) => {
  const end = performance.now() + seconds * 1_000;
  return () => performance.now() >= end;
};
