import { identityHeaders, testCaller } from '@cds/testing/identity';
import { OWNER } from './catch.builders.js';
import { CatchHarness, owner } from './catch.harness.js';

let catches: CatchHarness;
beforeAll(async () => {
  catches = await CatchHarness.start();
});
afterAll(() => catches.stop());

/** As much as a catch and an angler may hold: a hundred kilobytes of metadata. */
const METADATA = Object.fromEntries(Array.from({ length: 50 }, (_, key) => [`key-${key}`, '🎣'.repeat(500)]));
/** More than an account may have read or waiting at once. */
const MANY = 130;

interface Refused {
  readonly retryAfter: string | null;
  readonly code: string;
}

/** The first refusal of many requests at once; the others are given up with it. */
const firstRefusal = async (path: string): Promise<Refused> => {
  const over = new AbortController();
  const refusal = async (): Promise<Refused> => {
    const headers = identityHeaders('catch', owner);
    const answer = await fetch(`${catches.url}${path}`, { headers, signal: over.signal });
    const body = (await answer.json()) as { code?: string };
    if (answer.status !== 429) throw new Error(`answered ${answer.status}`);
    return { retryAfter: answer.headers.get('retry-after'), code: String(body.code) };
  };
  return Promise.any(Array.from({ length: MANY }, refusal)).finally(() => over.abort());
};

describe.each([
  ['/v1/catches', { species: 'walleye', weight_lbs: 1, metadata: METADATA }],
  ['/v1/anglers', { name: 'Ada', metadata: METADATA }],
])('pages of megabytes of %s', (list, body) => {
  it('are read few at once by one account, and lists of others go on', async () => {
    await Promise.all(Array.from({ length: 12 }, () => catches.call('POST', list, body)));
    const { code, retryAfter } = await firstRefusal(list);
    expect(code).toBe('limit.heavy_reads');
    expect(Number(retryAfter)).toBeGreaterThan(0);
    const other = testCaller({ ...owner, accountId: `${OWNER.slice(0, -1)}7` });
    expect((await catches.call('GET', '/v1/catches?per_page=1', undefined, other)).status).toBe(200);
  });
});
