import { AppError } from '@cds/errors';

export const importNotFound = (id: string): AppError =>
  new AppError({ code: 'import.not_found', kind: 'not-found', message: `This account has no import ${id}.` });

export const tooManyUploads = (limit: number): AppError =>
  new AppError({
    code: 'import.limit',
    kind: 'rejected',
    message: `This account is sending ${limit} files, which is the limit. Send this one when another one is done.`,
  });

/** The file is not what it says, or more than is taken: the import fails with the message. */
export const fileRefused = (message: string): AppError =>
  new AppError({ code: 'request.invalid', kind: 'invalid', message });

export const notGzip = (cause: unknown): AppError =>
  new AppError({
    code: 'request.invalid',
    kind: 'invalid',
    message: 'The body is not gzip, or ends in the middle of it.',
    cause,
  });

export const tooCompressed = (ratio: number): AppError =>
  new AppError({
    code: 'request.invalid',
    kind: 'invalid',
    message: `The body unpacks to more than ${ratio} times its size. Send the file without compression.`,
  });

export const fileTooLarge = (limit: number): AppError =>
  new AppError({
    code: 'request.too_large',
    kind: 'invalid',
    message: `The file may have ${limit} bytes, unpacked.`,
    detail: { limit },
  });

export const notImportable = (message: string): AppError =>
  new AppError({ code: 'request.unsupported_media_type', kind: 'invalid', message });

/** Nobody hears it: the connection is gone. */
export const uploadBroken = (): AppError =>
  new AppError({ code: 'request.invalid', kind: 'invalid', message: 'The body ended before it was whole.' });
