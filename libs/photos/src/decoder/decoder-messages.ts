import type { EncodedPicture } from '../picture.js';
import type { PhotoFormat, PhotoVariant } from '../image.js';

/** What a decoder is asked to do. */
export interface PictureJob {
  readonly file: Buffer;
  readonly format: PhotoFormat;
  readonly maxMegapixels: number;
}

export type EncodedPictures = Readonly<Record<PhotoVariant, EncodedPicture>>;

/** What became of a picture. `failed` is a fault of ours, all else is about the picture. */
export type PictureOutcome =
  | { readonly kind: 'made'; readonly pictures: EncodedPictures }
  | { readonly kind: 'unreadable'; readonly reason: string }
  | { readonly kind: 'too-many-pixels'; readonly width: number; readonly height: number }
  | { readonly kind: 'failed'; readonly reason: string };

/** What a decoder sends: once that it can decode, and then an outcome for each job. */
export type DecoderMessage = 'ready' | PictureOutcome;
