import type { PhotoImage } from '@cds/photos/image';

export { PHOTO_EXTENSIONS, PHOTO_SIDES } from '@cds/photos/image';
export type { PhotoFormat, PhotoImage, PhotoSize, PhotoVariant } from '@cds/photos/image';

/** The most that one catch has. */
export const PHOTOS_PER_CATCH = 20;

export interface CatchPhoto extends PhotoImage {
  readonly id: string;
  /** ISO 8601, UTC, milliseconds. */
  readonly createdAt: string;
}
