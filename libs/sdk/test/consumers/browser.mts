import { CatchData, type Progress } from '@catch-data/sdk';
import { verify } from '@catch-data/sdk/webhooks';

const cds = new CatchData({ credentials: 'same-origin', headers: () => ({ 'x-csrf-token': 'token' }) });

/** What a page does with the SDK, and what came of it. */
const tryAll = async (signed: { headers: Record<string, string>; body: string; key: string }) => {
  const { data } = await cds.catches.list({ q: 'bass' });
  const progress: Progress[] = [];
  const file = new Blob([new Uint8Array(200_000)], { type: 'image/jpeg' });
  const photo = await cds.catches.uploadPhoto('catch_1', file, { onProgress: (one) => progress.push(one) });
  const refused = await cds.catches
    .uploadPhoto('catch_2', file, { onProgress: () => undefined, maxRetries: 0 })
    .catch((error: unknown) => (error as { code: string }).code);
  const events: string[] = [];
  for await (const { id } of cds.events.stream()) if (events.push(id) === 3) break;
  const { id } = await verify(signed.headers, signed.body, signed.key);
  const last = progress.at(-1);
  return { ids: data.map((one) => one.id), photo: photo.id, whole: last?.bytes === last?.total, refused, events, id };
};
Object.assign(globalThis, { tryAll });
