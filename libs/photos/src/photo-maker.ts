import { createHash } from 'node:crypto';
import { AccountTurns } from '@cds/postgres';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import pLimit from 'p-limit';
import type { EncodedPictures, PictureOutcome } from './decoder/decoder-messages.js';
import { type DecoderProcess, Decoders } from './decoder/decoders.js';
import type { PhotoFormat, PhotoImage, PhotoVariant } from './image.js';
import { formatOf } from './photo-format.js';
import { PHOTO_LIMITS, type PhotoLimits } from './photo-limits.js';
import { encode, loadPictures, type OpenPicture } from './picture.js';
import { notAPhoto, photosBusy, photoUnreadable, tooManyPixels } from './upload.errors.js';

export type PhotoFiles = Readonly<Record<PhotoVariant, Buffer>>;

export interface MadePhoto {
  readonly image: PhotoImage;
  readonly files: PhotoFiles;
}

/** With the time to decode it, less than the gateway waits for the answer to an upload. */
const MAX_WAIT_MS = 60_000;

/** Makes photos that can be shown to everybody of files that anybody sent. */
@Injectable()
export class PhotoMaker implements OnApplicationShutdown {
  private readonly decoders = new Decoders();
  private readonly turns: AccountTurns;
  private readonly drawings = pLimit(1);
  private opener: Promise<OpenPicture> | undefined;

  constructor(@Inject(PHOTO_LIMITS) private readonly limits: PhotoLimits) {
    this.turns = new AccountTurns({
      maxInAll: limits.workers,
      // One account leaves one decoder to others, where there are several.
      maxAtOnce: Math.max(1, limits.workers - 1),
      maxWaiting: Infinity,
      maxWaitMs: limits.maxWaitMs ?? MAX_WAIT_MS,
      tooMany: () => photosBusy(),
    });
  }

  /**
   * Turned upright, without metadata, in every size, by a process of its own. Pictures wait for a decoder, and accounts
   * take turns. Fails with `request.unsupported_media_type`, `photo.too_many_pixels`, `photo.unreadable`, or with
   * `service.unavailable` when its turn does not come in time or it takes too long.
   */
  async make(file: Buffer, accountId: string): Promise<MadePhoto> {
    const format = formatOf(file);
    if (!format) throw notAPhoto();
    const { maxMegapixels } = this.limits;
    const decode = (): Promise<PictureOutcome> => this.decoders.decode({ file, format, maxMegapixels });
    return assembled(format, picturesOf(await this.turns.run(accountId, decode), maxMegapixels));
  }

  /**
   * A drawing of our own in one size, as WebP; `svg` is called when its turn comes. Never call it with what a stranger
   * sent. Drawings are made in the service's own process, one at a time, and wait for no photo.
   */
  draw(svg: () => string, variant: PhotoVariant): Promise<Buffer> {
    return this.drawings(async () => {
      const open = await (this.opener ??= loadPictures());
      return (await encode(open(Buffer.from(svg()), {}), variant, 'webp')).bytes;
    });
  }

  get decoderProcesses(): readonly DecoderProcess[] {
    return this.decoders.processes;
  }

  /** Ends the processes that decode photos. */
  onApplicationShutdown(): void {
    this.decoders.stop();
  }
}

const picturesOf = (outcome: PictureOutcome, maxMegapixels: number): EncodedPictures => {
  switch (outcome.kind) {
    case 'made':
      return outcome.pictures;
    case 'unreadable':
      throw photoUnreadable(new Error(outcome.reason));
    case 'too-many-pixels':
      throw tooManyPixels(outcome.width, outcome.height, maxMegapixels);
    case 'failed':
      throw new Error(`a decoder failed: ${outcome.reason}`);
  }
};

/** Computes the digest here, so that a decoder that a picture took over cannot name another picture's files. */
const assembled = (format: PhotoFormat, { full, large, small, thumb }: EncodedPictures): MadePhoto => {
  const hash = createHash('sha256');
  for (const { bytes } of [full, large, small, thumb]) hash.update(bytes);
  const sizes = { full: full.size, large: large.size, small: small.size, thumb: thumb.size };
  const files = { full: full.bytes, large: large.bytes, small: small.bytes, thumb: thumb.bytes };
  return { image: { digest: hash.digest('hex'), format, sizes }, files };
};
