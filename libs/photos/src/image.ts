/** How each format is named in an address. */
export const PHOTO_EXTENSIONS = { jpeg: 'jpg', png: 'png', webp: 'webp' } as const;
export type PhotoFormat = keyof typeof PHOTO_EXTENSIONS;

/** Longest side of each version in pixels; a smaller picture is not enlarged. */
export const PHOTO_SIDES = { full: 2_048, large: 1_280, small: 640, thumb: 256 } as const;
export type PhotoVariant = keyof typeof PHOTO_SIDES;
export const PHOTO_VARIANTS = Object.keys(PHOTO_SIDES) as readonly PhotoVariant[];

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

/** What the last part of a picture's address means: `large.webp`; undefined when it is no such name. */
export const photoFileOf = (name: string): { variant: PhotoVariant; format: PhotoFormat } | undefined => {
  const [stem, extension, ...more] = name.split('.');
  const variant = PHOTO_VARIANTS.find((one) => one === stem);
  const format = Object.entries(PHOTO_EXTENSIONS).find(([, one]) => one === extension)?.[0] as PhotoFormat | undefined;
  return variant && format && more.length === 0 ? { variant, format } : undefined;
};
