import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import pLimit, { type LimitFunction } from 'p-limit';
import type { PhotoFormat, PhotoImage, PhotoVariant } from './image.js';
import { formatOf } from './photo-format.js';
import { PHOTO_LIMITS, type PhotoLimits } from './photo-limits.js';
import { notAPhoto, photosBusy, photoUnreadable, tooManyPixels } from './upload.errors.js';
import { encode, type EncodedPicture, loadPictures, type OpenPicture, tookTooLong } from './picture.js';

export type PhotoFiles = Readonly<Record<PhotoVariant, Buffer>>;

export interface MadePhoto {
  readonly image: PhotoImage;
  readonly files: PhotoFiles;
}

/** Makes photos that can be shown to everybody of files that anybody sent. */
@Injectable()
export class PhotoMaker {
  private readonly queue: LimitFunction;
  private readonly drawings = pLimit(1);
  private opener: Promise<OpenPicture> | undefined;

  constructor(@Inject(PHOTO_LIMITS) private readonly limits: PhotoLimits) {
    this.queue = pLimit(limits.workers);
  }

  /**
   * Turned upright, without metadata, in every size. Fails with `request.unsupported_media_type`,
   * `photo.too_many_pixels`,
   * `photo.unreadable`, or with `service.unavailable` when it takes too long.
   */
  make(file: Buffer): Promise<MadePhoto> {
    return this.queue(() => this.work(file));
  }

  /**
   * A drawing of our own in one size, as WebP; `svg` is called when its turn comes. Never call it with what a stranger
   * sent. One drawing at a time takes part in the queue, so that whoever sends a photo waits behind no more.
   */
  draw(svg: () => string, variant: PhotoVariant): Promise<Buffer> {
    return this.drawings(() =>
      this.queue(async () => {
        const open = await (this.opener ??= loadPictures());
        return (await encode(open(Buffer.from(svg()), {}), variant, 'webp')).bytes;
      }),
    );
  }

  private async work(file: Buffer): Promise<MadePhoto> {
    const format = formatOf(file);
    if (!format) throw notAPhoto();
    const open = await (this.opener ??= loadPictures());
    const full = await this.decoded(open, file, format);
    // What a stranger sent is decoded once; the smaller versions come from what was made of it.
    const smaller = (variant: PhotoVariant): Promise<EncodedPicture> => encode(open(full.bytes, {}), variant, format);
    return assembled(format, {
      full,
      large: await smaller('large'),
      small: await smaller('small'),
      thumb: await smaller('thumb'),
    });
  }

  /** The dimensions are looked at before any pixel is: a small file may claim to be a huge picture. */
  private async decoded(open: OpenPicture, file: Buffer, format: PhotoFormat): Promise<EncodedPicture> {
    const { maxMegapixels } = this.limits;
    const { width, height } = await open(file, { limitInputPixels: false }).metadata().catch(asUnreadable);
    if (width * height > maxMegapixels * 1_000_000) throw tooManyPixels(width, height, maxMegapixels);
    const picture = open(file, { limitInputPixels: maxMegapixels * 1_000_000, failOn: 'error', sequentialRead: true });
    return encode(picture.autoOrient(), 'full', format).catch(asUnreadable);
  }
}

const asUnreadable = (error: unknown): never => {
  throw tookTooLong(error) ? photosBusy(error) : photoUnreadable(error);
};

const assembled = (
  format: PhotoFormat,
  { full, large, small, thumb }: Record<PhotoVariant, EncodedPicture>,
): MadePhoto => {
  const hash = createHash('sha256');
  for (const { bytes } of [full, large, small, thumb]) hash.update(bytes);
  const sizes = { full: full.size, large: large.size, small: small.size, thumb: thumb.size };
  const files = { full: full.bytes, large: large.bytes, small: small.bytes, thumb: thumb.bytes };
  return { image: { digest: hash.digest('hex'), format, sizes }, files };
};
