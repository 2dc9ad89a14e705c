import type { Sharp, SharpOptions } from 'sharp';
import { PHOTO_SIDES, type PhotoFormat, type PhotoSize, type PhotoVariant } from './image.js';

export type OpenPicture = (file: Buffer, options: SharpOptions) => Sharp;

export interface EncodedPicture {
  readonly bytes: Buffer;
  readonly size: PhotoSize;
}

const LOADERS = ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp', 'VipsForeignLoadSvg'];

/**
 * Loaded with the first picture: it costs 20 MB. Of all formats that it knows, it reads the three that photos come
 * in, and SVG, in which this product draws: what strangers send is recognised by its first bytes before it is opened.
 */
export const loadPictures = async (): Promise<OpenPicture> => {
  const { default: sharp } = await import('sharp');
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: LOADERS });
  // No two photos have pixels in common, and the number of workers says how many cores are used.
  sharp.cache(false);
  sharp.concurrency(1);
  return sharp;
};

/**
 * Encodes a version of a picture in its format and sRGB. No metadata is written, which is sharp's default.
 * Of an animated picture it is the first frame.
 */
export const encode = async (picture: Sharp, variant: PhotoVariant, format: PhotoFormat): Promise<EncodedPicture> => {
  const side = PHOTO_SIDES[variant];
  const { data, info } = await picture
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .toFormat(format, format === 'png' ? {} : { quality: 85 })
    .toBuffer({ resolveWithObject: true });
  return { bytes: data, size: { width: info.width, height: info.height } };
};
