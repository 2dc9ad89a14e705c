import { AppError, type Violation } from '@cds/errors';
import { throwIfAny } from '@cds/service-kit';
import type { FastifyRequest } from 'fastify';
import { notMultipart } from '../photo.errors.js';

const FIELD = 'file';

/**
 * The one file of an upload, in memory. Fails with `request.unsupported_media_type` when it is no multipart body, with
 * `request.too_large` past the limits, and with `request.invalid` naming every part that is missing, empty or unknown.
 */
export const readUpload = async (request: FastifyRequest): Promise<Buffer> => {
  if (!request.isMultipart()) throw notMultipart();
  const { file, violations } = await readParts(request).catch((error: unknown) => {
    throw hasStatus(error) ? error : malformed(error);
  });
  if (!file) violations.push({ pointer: `/${FIELD}`, code: 'required', detail: `${FIELD} is required: the photo.` });
  else if (file.length === 0) violations.push({ pointer: `/${FIELD}`, code: 'too_small', detail: `${FIELD} is empty.` });
  throwIfAny({ invalid: violations });
  if (!file) throw new Error('an upload without violations has no file');
  return file;
};

const readParts = async (request: FastifyRequest): Promise<{ file: Buffer | undefined; violations: Violation[] }> => {
  let file: Buffer | undefined;
  const violations: Violation[] = [];
  for await (const part of request.parts()) {
    const isFile = part.type === 'file';
    if (isFile && part.fieldname === FIELD && !file) {
      file = await part.toBuffer();
      continue;
    }
    // Unread, a file would hold up the parts that follow it.
    if (isFile) part.file.resume();
    violations.push(wrongPart(part.fieldname, isFile));
  }
  return { file, violations };
};

/** What the parser refuses by a limit says which answer it is; all else that it throws is about the body's form. */
const hasStatus = (error: unknown): boolean => error instanceof Error && 'statusCode' in error;

const malformed = (cause: unknown): AppError =>
  new AppError({ code: 'request.invalid', kind: 'invalid', message: 'The body is not well-formed multipart/form-data: it ends early, or a part has no proper head.', cause });

const wrongPart = (name: string, isFile: boolean): Violation => {
  const pointer = `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
  if (name !== FIELD) return { pointer, code: 'unknown_field', detail: `${JSON.stringify(name)} is not a field of an upload; there is ${FIELD}.` };
  return isFile
    ? { pointer, code: 'too_big', detail: `${FIELD} must be one file.` }
    : { pointer, code: 'invalid_type', detail: `${FIELD} must be a file, with a filename.` };
};
