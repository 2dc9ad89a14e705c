import { testCaller } from '@cds/testing/identity';
import { OWNER } from './catch.builders.js';
import { CatchHarness, owner } from './catch.harness.js';

let catches: CatchHarness;
beforeAll(async () => {
  catches = await CatchHarness.start();
});
afterAll(() => catches.stop());

/** As much as a catch may hold: a hundred kilobytes of metadata. */
const METADATA = Object.fromEntries(Array.from({ length: 50 }, (_, key) => [`key-${key}`, '🎣'.repeat(500)]));

describe('pages of megabytes', () => {
  it('are read few at once by one account, and others’ lists go on', async () => {
    const made = Array.from({ length: 40 }, () => catches.logged({ metadata: METADATA }));
    await Promise.all([...made, ...Array.from({ length: 40 }, () => catches.call('POST', '/v1/anglers', FAT_ANGLER))]);
    const paths = ['/v1/catches?per_page=', '/v1/anglers?per_page='];
    const pages = Array.from({ length: 60 }, (_, at) => catches.call('GET', `${paths[at % 2] ?? ''}${100 - at}`));
    const other = testCaller({ ...owner, accountId: `${OWNER.slice(0, -1)}7` });
    expect((await catches.call('GET', '/v1/catches?per_page=1', undefined, other)).status).toBe(200);
    const answers = await Promise.all(pages);
    const refused = answers.filter(({ status }) => status !== 200);
    expect(answers.length - refused.length).toBeGreaterThanOrEqual(8);
    expect(refused.length).toBeGreaterThan(0);
    for (const { status, headers, body } of refused) {
      expect([status, body]).toEqual([429, expect.objectContaining({ code: 'limit.heavy_reads' })]);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    }
    expect((await catches.call('GET', '/v1/catches?per_page=1', undefined, other)).status).toBe(200);
  });
});

const FAT_ANGLER = { name: 'Ada', metadata: METADATA };
