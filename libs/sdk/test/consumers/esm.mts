import { CatchData, CatchDataError, isCatchDataError, responseOf, type Catch, type List } from '@catch-data/sdk';
import { verify, type CatchDataEvent } from '@catch-data/sdk/webhooks';

const [, , baseUrl, bait] = process.argv as (string | undefined)[];
const cds = new CatchData({ apiKey: 'cds_live_test', baseUrl, timeoutMs: undefined });
const list: List<Catch> = cds.catches.list({ species: 'walleye', min_weight_lbs: 3, bait }, { signal: undefined });
for await (const { id, weight_lbs } of list) console.log(id, weight_lbs.toFixed(1));

const read: Catch = await cds.catches.get('catch_1');
console.log(responseOf(read)?.etag);
try {
  await cds.catches.update(read, { bait: null });
} catch (error) {
  if (isCatchDataError(error, 'catch.not_found')) console.log(error.code, error instanceof CatchDataError);
}

export const weightOf = (event: CatchDataEvent): number | undefined =>
  event.type === 'catch.created' ? event.data.weight_lbs : undefined;
console.log(typeof verify);
