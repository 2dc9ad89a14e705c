import { PassThrough, type Readable } from 'node:stream';
import {
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { type ByteRange, ObjectStorage, type StoredObject } from './object-storage.js';
import { checkedKey } from './storage-key.js';
import { storageUnavailable } from './storage.errors.js';

/** A bucket of S3 or of what speaks its protocol. */
export interface S3Location {
  readonly bucket: string;
  /** Put before every key: empty, or ends in a slash. */
  readonly prefix: string;
  readonly region: string;
  /** Of a service other than AWS; the bucket is then part of the path. */
  readonly endpoint?: string;
}

export interface StorageTimeouts {
  readonly connectionMs: number;
  /** Until an answer begins, and the longest silence within one. */
  readonly requestMs: number;
}

const TIMEOUTS: StorageTimeouts = { connectionMs: 3_000, requestMs: 30_000 };
/** A time-out is tried once more: together they stay below the time that a worker of jobs may be silent. */
const MAX_ATTEMPTS = 2;

const PART_BYTES = 8 * 1_048_576;
const KEYS_PER_REQUEST = 1_000;

/** Objects in a bucket. Credentials are found as every AWS tool finds them: environment, profile, instance role. */
export class S3Storage extends ObjectStorage {
  private readonly client: S3Client;

  constructor(
    private readonly location: S3Location,
    { connectionMs, requestMs }: StorageTimeouts = TIMEOUTS,
  ) {
    super();
    const { region, endpoint } = location;
    this.client = new S3Client({
      region,
      ...(endpoint && { endpoint, forcePathStyle: true }),
      maxAttempts: MAX_ATTEMPTS,
      requestHandler: {
        connectionTimeout: connectionMs,
        requestTimeout: requestMs,
        throwOnRequestTimeout: true,
        socketTimeout: requestMs,
      },
      // Not every service that speaks S3 knows the checksums that AWS made its own default.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    });
  }

  /**
   * An upload in parts becomes an object when the last one is there; AWS drops what is never completed by a lifecycle
   * rule.
   */
  async write(key: string, content: Readable | Buffer): Promise<number> {
    const upload = new Upload({
      client: this.client,
      params: { ...this.at(key), Body: content },
      partSize: PART_BYTES,
      queueSize: 2,
    });
    let size = Buffer.isBuffer(content) ? content.length : 0;
    if (!Buffer.isBuffer(content)) upload.on('httpUploadProgress', ({ loaded = 0 }) => (size = Math.max(size, loaded)));
    let broken: unknown;
    if (!Buffer.isBuffer(content)) content.once('error', (error) => (broken = error));
    await upload.done().catch((error: unknown) => Promise.reject((broken as Error | undefined) ?? asFailure(error)));
    return size;
  }

  async read(key: string, range?: ByteRange): Promise<Readable | null> {
    return orNull(async () => {
      const { Body: body } = await this.client.send(
        new GetObjectCommand({ ...this.at(key), ...(range && { Range: `bytes=${range.start}-${range.end}` }) }),
      );
      return withFailures(body as Readable);
    });
  }

  async find(key: string): Promise<StoredObject | null> {
    return orNull(async () => {
      const { ContentLength: sizeBytes = 0, LastModified: modifiedAt = new Date() } = await this.client.send(
        new HeadObjectCommand(this.at(key)),
      );
      return { key, sizeBytes, modifiedAt };
    });
  }

  async remove(keys: readonly string[]): Promise<void> {
    for (let at = 0; at < keys.length; at += KEYS_PER_REQUEST) {
      const objects = keys.slice(at, at + KEYS_PER_REQUEST).map((key) => ({ Key: this.at(key).Key }));
      const command = new DeleteObjectsCommand({
        Bucket: this.location.bucket,
        Delete: { Objects: objects, Quiet: true },
      });
      const { Errors: errors = [] } = await this.client
        .send(command)
        .catch((error: unknown) => Promise.reject(asFailure(error)));
      if (errors.length > 0)
        throw storageUnavailable(new Error(errors.map(({ Key, Message }) => `${Key}: ${Message}`).join('; ')));
    }
  }

  async *list(folder: string): AsyncIterable<StoredObject> {
    const { bucket, prefix } = this.location;
    let next: string | undefined;
    do {
      const command = new ListObjectsV2Command({
        Bucket: bucket,
        Prefix: prefix + checkedKey(folder),
        ContinuationToken: next,
      });
      const page = await this.client.send(command).catch((error: unknown) => Promise.reject(asFailure(error)));
      for (const { Key: key = '', Size: sizeBytes = 0, LastModified: modifiedAt = new Date() } of page.Contents ?? []) {
        yield { key: key.slice(prefix.length), sizeBytes, modifiedAt };
      }
      next = page.NextContinuationToken;
    } while (next !== undefined);
  }

  /** Nothing: the bucket's lifecycle rule drops uploads that were never completed. */
  async sweep(): Promise<void> {}

  private at(key: string): { Bucket: string; Key: string } {
    return { Bucket: this.location.bucket, Key: this.location.prefix + checkedKey(key) };
  }
}

/** The same content; a connection that breaks or goes silent half-way fails with `storage.unavailable`. */
const withFailures = (body: Readable): Readable => {
  const content = new PassThrough();
  content.on('error', () => undefined); // Its reader gets the error; it may also fail before anybody reads it.
  body.once('error', (error) => content.destroy(asFailure(error) as Error));
  content.once('close', () => body.destroy());
  return body.pipe(content);
};

/**
 * What the client itself reports: no answer, one that refuses, or no credentials. The storage is not to be used now.
 */
const asFailure = (error: unknown): unknown => {
  const { code, name, $metadata: metadata } = error as { code?: unknown; name?: unknown; $metadata?: unknown };
  return metadata !== undefined ||
    typeof code === 'string' ||
    name === 'CredentialsProviderError' ||
    name === 'TimeoutError'
    ? storageUnavailable(error)
    : error;
};

const orNull = async <T>(look: () => Promise<T>): Promise<T | null> => {
  try {
    return await look();
  } catch (error) {
    const status = error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;
    if (status === 404) return null;
    throw asFailure(error);
  }
};
