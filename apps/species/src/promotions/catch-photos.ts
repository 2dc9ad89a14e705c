import type { PhotoFormat } from '@cds/photos/image';

/** A photo of a catch; its files lie with the catch, under `digest`. */
export interface CatchPhoto {
  readonly id: string;
  readonly digest: string;
  readonly format: PhotoFormat;
  readonly width: number;
  readonly height: number;
  readonly variants: Readonly<Record<'thumb' | 'small' | 'large', { readonly width: number; readonly height: number }>>;
}

/** What of a catch may be shown as photos of its species, as of one of its versions: nothing unless it is verified. */
export interface CatchPhotos {
  readonly catchId: string;
  readonly version: number;
  readonly speciesId: string;
  readonly anglerId: string;
  readonly accountId: string;
  readonly photos: readonly CatchPhoto[];
}
