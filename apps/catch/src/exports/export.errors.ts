import { AppError } from '@cds/errors';

export const exportNotFound = (id: string): AppError =>
  new AppError({ code: 'export.not_found', kind: 'not-found', message: `This account has no export ${id}.` });

export const exportNotReady = (id: string, status: string): AppError =>
  new AppError({
    code: 'export.not_ready',
    kind: 'conflict',
    message: `The export ${id} is ${status}: there is no file to download.`,
  });

export const exportExpired = (id: string): AppError =>
  new AppError({ code: 'export.expired', kind: 'gone', message: `The file of the export ${id} has expired.` });

export const rangeNotSatisfiable = (size: number): AppError =>
  new AppError({ code: 'request.range_not_satisfiable', kind: 'invalid', message: `The file has ${size} bytes.` });
