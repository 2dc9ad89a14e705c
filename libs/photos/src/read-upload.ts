import { createHash } from 'node:crypto';
import { AppError, type Violation } from '@cds/errors';
import { throwIfAny } from '@cds/validation';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { MAX_BODY_BYTES, MAX_FILE_BYTES } from './accept-uploads.js';
import { notMultipart, uploadTooLarge, uploadTooSlow } from './upload.errors.js';
import { limitBody } from './limit-body.js';

const FIELD = 'file';
/** An upload in hand holds one of few places. */
const LONGEST_MS = 60_000;
const LIMITS = {
  bytes: MAX_BODY_BYTES,
  ms: LONGEST_MS,
  tooLarge: uploadTooLarge,
  tooSlow: () => uploadTooSlow(LONGEST_MS),
};

/** A file in memory, with a digest of it and of the texts that came with it. */
export interface ReceivedPhoto {
  readonly file: Buffer;
  readonly digest: string;
  /** The text fields of the upload that `fields` names. */
  readonly texts: Readonly<Record<string, string>>;
}

/** Text fields that an upload may have, and what is wrong with those that it has. */
export interface UploadFields {
  readonly names: readonly string[];
  readonly check: (texts: Readonly<Record<string, string>>) => readonly Violation[];
}

const FILE_ALONE: UploadFields = { names: [], check: () => [] };

/**
 * The one file of an upload, and its text fields. Fails with `request.unsupported_media_type` when it is no multipart
 * body, with `request.too_large` or `request.timeout` as soon as it is over a limit, and with `request.invalid` naming
 * every part that is missing, empty, wrong or unknown.
 */
export const readUpload = async (request: FastifyRequest, fields = FILE_ALONE): Promise<ReceivedPhoto> => {
  if (!request.isMultipart()) throw notMultipart();
  const read = (): Promise<ReadParts> => readParts(request, fields.names);
  const { received, texts, violations } = await limitBody(request.raw, LIMITS, read).catch((error: unknown) => {
    throw hasAnswer(error) ? error : malformed(error);
  });
  if (!received)
    violations.push({ pointer: `/${FIELD}`, code: 'required', detail: `${FIELD} is required: the photo.` });
  else if (received.file.length === 0)
    violations.push({ pointer: `/${FIELD}`, code: 'too_small', detail: `${FIELD} is empty.` });
  violations.push(...fields.check(texts));
  throwIfAny({ invalid: violations });
  if (!received) throw new Error('an upload without violations has no file');
  return {
    ...received,
    digest: fields.names.length === 0 ? received.digest : withTexts(received.digest, texts),
    texts,
  };
};

const withTexts = (digest: string, texts: Readonly<Record<string, string>>): string =>
  createHash('sha256')
    .update(JSON.stringify([digest, ...Object.entries(texts).sort(([one], [other]) => (one < other ? -1 : 1))]))
    .digest('base64url');

interface ReadParts {
  readonly received: ReadFile | undefined;
  readonly texts: Record<string, string>;
  readonly violations: Violation[];
}

type ReadFile = Pick<ReceivedPhoto, 'file' | 'digest'>;

const readParts = async (request: FastifyRequest, names: readonly string[]): Promise<ReadParts> => {
  let received: ReadFile | undefined;
  const texts: Record<string, string> = {};
  const violations: Violation[] = [];
  for await (const part of request.parts()) {
    if (part.type === 'file') {
      if (part.fieldname === FIELD && !received) {
        received = await readFile(part.file);
        continue;
      }
      // Unread, a file would hold up the parts that follow it.
      part.file.resume();
    } else if (names.includes(part.fieldname) && !(part.fieldname in texts)) {
      texts[part.fieldname] = String(part.value);
      continue;
    }
    violations.push(wrongPart(part.fieldname, part.type === 'file', names));
  }
  return { received, texts, violations };
};

const readFile = async (pieces: MultipartFile['file']): Promise<ReadFile> => {
  const hash = createHash('sha256');
  const kept: Buffer[] = [];
  let size = 0;
  for await (const piece of pieces as AsyncIterable<Buffer>) {
    size += piece.length;
    if (size > MAX_FILE_BYTES) throw uploadTooLarge();
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

const wrongPart = (name: string, isFile: boolean, names: readonly string[]): Violation => {
  const pointer = `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
  if (names.includes(name))
    return { pointer, code: 'invalid_type', detail: `${name} must be one text, without a filename.` };
  if (name !== FIELD) {
    const known = [FIELD, ...names].join(', ');
    const there = names.length === 0 ? `there is ${known}` : `there are ${known}`;
    return { pointer, code: 'unknown_field', detail: `${JSON.stringify(name)} is not a field of an upload; ${there}.` };
  }
  return isFile
    ? { pointer, code: 'too_big', detail: `${FIELD} must be one file.` }
    : { pointer, code: 'invalid_type', detail: `${FIELD} must be a file, with a filename.` };
};
