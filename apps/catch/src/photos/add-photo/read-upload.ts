import { createHash } from 'node:crypto';
import { AppError, type Violation } from '@cds/errors';
import { throwIfAny } from '@cds/validation';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { MAX_BODY_BYTES, MAX_FILE_BYTES } from '../accept-uploads.js';
import { notMultipart, uploadTooLarge, uploadTooSlow } from '../photo.errors.js';
import { limitBody } from './limit-body.js';
import type { UploadPlace } from './upload-places.js';

const FIELD = 'file';
/** An upload in hand holds one of its account's few places. */
const LONGEST_MS = 60_000;
const LIMITS = {
  bytes: MAX_BODY_BYTES,
  ms: LONGEST_MS,
  tooLarge: uploadTooLarge,
  tooSlow: () => uploadTooSlow(LONGEST_MS),
};

/** A file in memory, with the SHA-256 of its bytes. */
export interface ReceivedPhoto {
  readonly file: Buffer;
  readonly digest: string;
}

/**
 * The one file of an upload. Fails with `request.unsupported_media_type` when it is no multipart body, with
 * `request.too_large`
 * or `request.timeout` as soon as it is over a limit, and with `request.invalid` naming every part that is missing,
 * empty or unknown.
 */
export const readUpload = async (request: FastifyRequest, place: UploadPlace): Promise<ReceivedPhoto> => {
  if (!request.isMultipart()) throw notMultipart();
  const { received, violations } = await limitBody(request.raw, LIMITS, () => readParts(request, place)).catch(
    (error: unknown) => {
      throw hasAnswer(error) ? error : malformed(error);
    },
  );
  if (!received)
    violations.push({ pointer: `/${FIELD}`, code: 'required', detail: `${FIELD} is required: the photo.` });
  else if (received.file.length === 0)
    violations.push({ pointer: `/${FIELD}`, code: 'too_small', detail: `${FIELD} is empty.` });
  throwIfAny({ invalid: violations });
  if (!received) throw new Error('an upload without violations has no file');
  return received;
};

const readParts = async (
  request: FastifyRequest,
  place: UploadPlace,
): Promise<{ received: ReceivedPhoto | undefined; violations: Violation[] }> => {
  let received: ReceivedPhoto | undefined;
  const violations: Violation[] = [];
  for await (const part of request.parts()) {
    const isFile = part.type === 'file';
    if (isFile && part.fieldname === FIELD && !received) {
      received = await readFile(part.file, place);
      continue;
    }
    // Unread, a file would hold up the parts that follow it.
    if (isFile) part.file.resume();
    violations.push(wrongPart(part.fieldname, isFile));
  }
  return { received, violations };
};

const readFile = async (pieces: MultipartFile['file'], place: UploadPlace): Promise<ReceivedPhoto> => {
  const hash = createHash('sha256');
  const kept: Buffer[] = [];
  let size = 0;
  for await (const piece of pieces as AsyncIterable<Buffer>) {
    size += piece.length;
    if (size > MAX_FILE_BYTES) throw uploadTooLarge();
    place.receive(piece.length);
    hash.update(piece);
    kept.push(piece);
  }
  return { file: Buffer.concat(kept), digest: hash.digest('base64url') };
};

/** What is refused by a limit says which answer it is; all else that the parser throws is about the body's form. */
const hasAnswer = (error: unknown): boolean =>
  error instanceof AppError || (error instanceof Error && 'statusCode' in error);

const malformed = (cause: unknown): AppError =>
  new AppError({
    code: 'request.invalid',
    kind: 'invalid',
    message: 'The body is not well-formed multipart/form-data: it ends early, or a part has no proper head.',
    cause,
  });

const wrongPart = (name: string, isFile: boolean): Violation => {
  const pointer = `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
  if (name !== FIELD)
    return {
      pointer,
      code: 'unknown_field',
      detail: `${JSON.stringify(name)} is not a field of an upload; there is ${FIELD}.`,
    };
  return isFile
    ? { pointer, code: 'too_big', detail: `${FIELD} must be one file.` }
    : { pointer, code: 'invalid_type', detail: `${FIELD} must be a file, with a filename.` };
};
