import { type Catch, CatchData, type CatchDataError, isCatchDataError, responseOf } from '@catch-data/sdk';
import type { RunningStack } from '@cds/local/running-stack';

const SPECIES = 'largemouth bass';

const clientOf = ({ credentials }: RunningStack): CatchData =>
  new CatchData({ baseUrl: credentials.base_url, apiKey: credentials.api_key });

/** What a change with a tag of before, of something deleted, and of nothing known fails with. */
export const conditionalChange = async (stack: RunningStack): Promise<readonly unknown[]> => {
  const { catches } = clientOf(stack);
  const logged = await catches.create({ species: SPECIES, weight_lbs: 2.5 });
  const changed = await catches.update(logged, { bait: 'worm' });
  const codeOf = (error: unknown): string => (isCatchDataError(error) ? error.code : String(error));
  const stale = await catches.update(logged, { bait: 'fly' }).catch(codeOf);
  await catches.delete(changed);
  const gone = await catches.get(logged.id).catch(codeOf);
  const refused = (await catches
    .create({ species: 'bass', weight_lbs: -1 })
    .catch((error: unknown) => error)) as CatchDataError;
  return [changed.bait, stale, gone, refused.errors.map(({ pointer }) => pointer).sort()];
};

/** A file that goes in and comes out again, with what is told of it. */
export const fileThereAndBack = async (stack: RunningStack, rows: number): Promise<Record<string, unknown>> => {
  const cds = clientOf(stack);
  const bait = `sdk-${Date.now()}`;
  const lines = Array.from({ length: rows }, (_, n) =>
    JSON.stringify({ species: SPECIES, weight_lbs: 1 + n / 10, bait }),
  );
  let sent = 0;
  const file = new Blob([`${lines.join('\n')}\n{"species":"no such fish","weight_lbs":1}\n`]);
  const job = await cds.catches.import(file, { onProgress: ({ bytes }) => void (sent = bytes) });
  const { accepted, rejected } = await cds.imports.wait(job);
  const [refusal] = await cds.imports.rejected(job.id).toArray({ max: 1 });
  const written = await cds.exports.wait(await cds.catches.export({ format: 'csv', filter: { bait: [bait] } }));
  const download = await cds.exports.download(written);
  const text = await download.text();
  const ids = new Set<string>();
  for await (const { id } of cds.catches.list({ bait, per_page: 2, fields: ['id'] })) ids.add(id);
  const sizes = { whole: sent === file.size, size: download.size === Buffer.byteLength(text) };
  return {
    accepted,
    rejected,
    line: refusal?.line,
    rows: text.trim().split('\n').length - 1,
    listed: ids.size,
    ...sizes,
  };
};

/** Whether a catch that is logged while a stream is open arrives in it. */
export const streamedCatch = async (stack: RunningStack): Promise<boolean> => {
  const cds = clientOf(stack);
  let logged: Promise<Catch> | undefined;
  const onState = (): void => void (logged ??= cds.catches.create({ species: SPECIES, weight_lbs: 3 }));
  for await (const event of cds.events.stream({ type: 'catch.created' }, { onState })) {
    if (event.type === 'catch.created' && event.data.id === (await logged)?.id) return true;
  }
  return false;
};

/** What is left of the rate limit, as an answer tells it. */
export const rateLimitOf = async (stack: RunningStack): Promise<boolean> => {
  const info = responseOf(await clientOf(stack).me.get());
  return info?.rateLimit !== undefined && info.rateLimit.remaining < info.rateLimit.limit;
};
