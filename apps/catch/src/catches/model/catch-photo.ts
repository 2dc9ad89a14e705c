/** How each format is named in an address. */
export const PHOTO_EXTENSIONS = { jpeg: 'jpg', png: 'png', webp: 'webp' } as const;
export type PhotoFormat = keyof typeof PHOTO_EXTENSIONS;

/** Longest side of each version in pixels; a smaller picture is not enlarged. */
export const PHOTO_SIDES = { full: 2_048, large: 1_280, small: 640, thumb: 256 } as const;
export type PhotoVariant = keyof typeof PHOTO_SIDES;

/** The most that one catch has. */
export const PHOTOS_PER_CATCH = 20;

export interface PhotoSize {
  readonly width: number;
  readonly height: number;
}

/**
 * A picture in the storage. `digest` is the SHA-256 of all its files, in hex: it names them and says what is in them.
 */
export interface PhotoImage {
  readonly digest: string;
  readonly format: PhotoFormat;
  readonly sizes: Readonly<Record<PhotoVariant, PhotoSize>>;
}

export interface CatchPhoto extends PhotoImage {
  readonly id: string;
  /** ISO 8601, UTC, milliseconds. */
  readonly createdAt: string;
}
