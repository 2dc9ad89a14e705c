import { hasCode } from '@cds/errors';
import { photoFileOf, PhotoStore, type PhotoVariant } from '@cds/photos';
import { ObjectStorage, type StoredObject } from '@cds/storage';
import { Injectable } from '@nestjs/common';
import type { Readable } from 'node:stream';
import { SpeciesDetailQuery } from '../../catalogue/species-detail/species-detail.query.js';
import type { SpeciesRow } from '../../catalogue/species.projection.js';
import { ILLUSTRATION_PREFIX, illustrationDigest } from '../../illustrations/illustration.js';
import { Illustrations } from '../../illustrations/illustrations.js';
import { pictureNotFound } from '../photo.errors.js';

/** A file of a picture, before its content is read. */
export interface PictureFile {
  /** Of the content: another picture has another one. */
  readonly tag: string;
  readonly mediaType: string;
  /** What is at this address never changes; else it is the drawing that has replaced the one that was asked for. */
  readonly isImmutable: boolean;
  readonly open: () => Promise<{ readonly sizeBytes: number; readonly content: Readable }>;
}

@Injectable()
export class PictureFileQuery {
  constructor(
    private readonly detail: SpeciesDetailQuery,
    private readonly illustrations: Illustrations,
    private readonly storage: ObjectStorage,
    private readonly store: PhotoStore,
  ) {}

  /** Fails with `photo.not_found` when the species has no such picture, whatever the storage still holds. */
  async execute(speciesId: string, digest: string, file: string): Promise<PictureFile> {
    const named = photoFileOf(file);
    const row = named && (await this.find(speciesId));
    if (!named || !row || row.id !== speciesId) throw pictureNotFound();
    if (digest.startsWith(ILLUSTRATION_PREFIX) && named.format === 'webp')
      return this.drawing(row, digest, named.variant);
    if (!row.photos.some((photo) => photo.digest === digest && photo.format === named.format)) throw pictureNotFound();
    return {
      tag: `"${digest}-${named.variant}"`,
      mediaType: `image/${named.format}`,
      isImmutable: true,
      open: () =>
        opened({
          found: this.store.find(digest, named.variant),
          read: () => this.store.read(digest, named.variant),
        }),
    };
  }

  private find(speciesId: string): Promise<SpeciesRow | null> {
    return this.detail.row(speciesId).catch((error: unknown) => {
      if (hasCode(error, 'species.not_found') || hasCode(error, 'species.deleted')) return null;
      throw error;
    });
  }

  private drawing(row: SpeciesRow, digest: string, variant: PhotoVariant): PictureFile {
    const current = illustrationDigest(row);
    return {
      tag: `"${current}-${variant}"`,
      mediaType: 'image/webp',
      isImmutable: digest === current,
      open: async () => {
        const key = await this.illustrations.keyOf(row, variant);
        return opened({ found: this.storage.find(key), read: () => this.storage.read(key) });
      },
    };
  }
}

interface Stored {
  readonly found: Promise<StoredObject | null>;
  readonly read: () => Promise<Readable | null>;
}

const opened = async ({ found, read }: Stored): Promise<{ sizeBytes: number; content: Readable }> => {
  const object = await found;
  const content = object && (await read());
  // It may go between the two looks.
  if (!object || !content) throw pictureNotFound();
  return { sizeBytes: object.sizeBytes, content };
};
