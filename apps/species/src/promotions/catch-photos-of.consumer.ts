import { tierReaches } from '@cds/contracts';
import type { PublicCatch } from '@cds/contracts/events';
import { photoFileOf } from '@cds/photos/image';
import type { CatchPhoto, CatchPhotos } from './catch-photos.js';

export const catchPhotosOf = (
  data: PublicCatch,
  { version, deleted, accountId }: { version: number; deleted: boolean; accountId: string | null },
): CatchPhotos => ({
  catchId: data.id,
  version,
  speciesId: data.species_id,
  anglerId: data.angler.id,
  accountId: accountId ?? '',
  photos: deleted || !tierReaches(data.verification_tier, 'photo') ? [] : data.photos.flatMap((photo) => read(photo)),
});

/** Addresses of photos are part of the API: the digest says what is in the files, whatever origin the event names. */
const ADDRESS = /\/v1\/photos\/(?<digest>[0-9a-f]{64})\/(?<file>full\.[a-z]+)$/;

const read = ({ id, url, width, height, variants }: PublicCatch['photos'][number]): CatchPhoto[] => {
  const { digest, file } = ADDRESS.exec(url)?.groups ?? {};
  const named = file === undefined ? undefined : photoFileOf(file);
  if (digest === undefined || named === undefined) return [];
  const size = (one: { width: number; height: number }) => ({ width: one.width, height: one.height });
  const { thumb, small, large } = variants;
  const sizes = { thumb: size(thumb), small: size(small), large: size(large) };
  return [{ id, digest, format: named.format, width, height, variants: sizes }];
};
