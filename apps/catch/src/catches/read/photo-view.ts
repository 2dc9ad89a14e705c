import { type CatchPhoto, PHOTO_EXTENSIONS, type PhotoSize, type PhotoVariant } from '../model/catch-photo.js';

export interface PhotoFileView extends PhotoSize {
  url: string;
}

export interface PhotoView extends PhotoFileView {
  id: string;
  variants: Record<Exclude<PhotoVariant, 'full'>, PhotoFileView>;
  created_at: string;
}

/** A photo as everybody sees it. */
export const photoView = ({ id, digest, format, sizes, createdAt }: CatchPhoto, origin: string): PhotoView => {
  const file = (variant: PhotoVariant): PhotoFileView => ({
    url: `${origin}/v1/photos/${digest}/${variant}.${PHOTO_EXTENSIONS[format]}`,
    ...sizes[variant],
  });
  return {
    id,
    ...file('full'),
    variants: { thumb: file('thumb'), small: file('small'), large: file('large') },
    created_at: createdAt,
  };
};
