import { AppError, type Violation } from '@cds/errors';
import { MAX_FILE_BYTES } from './accept-uploads.js';

export const notAPhoto = (): AppError =>
  new AppError({
    code: 'request.unsupported_media_type',
    kind: 'invalid',
    message: 'The file is neither a JPEG nor a PNG nor a WebP picture.',
  });

export const photoUnreadable = (cause: unknown): AppError =>
  new AppError({
    code: 'photo.unreadable',
    kind: 'rejected',
    message: 'The picture is truncated or damaged.',
    violations: [ofFile('unreadable', 'is truncated or damaged')],
    cause,
  });

export const tooManyPixels = (width: number, height: number, maxMegapixels: number): AppError =>
  new AppError({
    code: 'photo.too_many_pixels',
    kind: 'rejected',
    message: `The picture is ${width} × ${height} pixels; at most ${maxMegapixels} million are taken.`,
    violations: [ofFile('too_big', `has more than ${maxMegapixels} million pixels`)],
  });

const ofFile = (code: string, detail: string): Violation => ({ pointer: '/file', code, detail });

/** Too much is in hand: nothing is wrong with the photo. */
export const photosBusy = (cause?: unknown): AppError =>
  new AppError({
    code: 'service.unavailable',
    kind: 'unavailable',
    message: 'Too many photos are being worked on right now. Nothing was stored.',
    retryAfterSeconds: 5,
    cause,
  });

export const notMultipart = (): AppError =>
  new AppError({
    code: 'request.unsupported_media_type',
    kind: 'invalid',
    message: 'Send the photo as multipart/form-data, in the field "file".',
  });

export const uploadTooLarge = (): AppError =>
  new AppError({
    code: 'request.too_large',
    kind: 'invalid',
    message: `The photo may have ${MAX_FILE_BYTES} bytes.`,
    detail: { limit: MAX_FILE_BYTES },
  });

export const uploadTooSlow = (ms: number): AppError =>
  new AppError({
    code: 'request.timeout',
    kind: 'invalid',
    message: `The photo came in too slowly: it may take ${ms / 1_000} s.`,
  });
