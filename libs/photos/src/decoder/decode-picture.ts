import { encode, type EncodedPicture, type OpenPicture } from '../picture.js';
import type { PhotoVariant } from '../image.js';
import type { PictureJob, PictureOutcome } from './decoder-messages.js';

/** Turned upright, without metadata, in every size. The dimensions are looked at before any pixel is. */
export const decodePicture = async (open: OpenPicture, job: PictureJob): Promise<PictureOutcome> => {
  const { file, format, maxMegapixels } = job;
  const limitInputPixels = maxMegapixels * 1_000_000;
  let full: EncodedPicture;
  try {
    const { width, height } = await open(file, { limitInputPixels: false }).metadata();
    if (width * height > limitInputPixels) return { kind: 'too-many-pixels', width, height };
    const picture = open(file, { limitInputPixels, failOn: 'error', sequentialRead: true });
    full = await encode(picture.autoOrient(), 'full', format);
  } catch (error) {
    return { kind: 'unreadable', reason: String(error) };
  }
  // What a stranger sent is decoded once; the smaller versions come from what was made of it.
  const smaller = (variant: PhotoVariant): Promise<EncodedPicture> => encode(open(full.bytes, {}), variant, format);
  const [large, small, thumb] = [await smaller('large'), await smaller('small'), await smaller('thumb')];
  return { kind: 'made', pictures: { full, large, small, thumb } };
};
