import type { Readable } from 'node:stream';

/** A part of an object, in bytes: `start` and `end` count from 0, both inclusive. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

export interface StoredObject {
  readonly key: string;
  readonly sizeBytes: number;
  readonly modifiedAt: Date;
}

/**
 * Where files are kept, shared by all copies of the service. A key is a relative path of lower-case letters, digits,
 * `-`, `_`, `.` and `/`.
 *
 * Fails with `AppError` unavailable `storage.unavailable` when the storage is away, full or read-only, and when it does
 * not answer or goes silent within an answer.
 */
export abstract class ObjectStorage {
  /**
   * Stores the content whole or not at all, even when the process is killed half-way; a stream is never held in memory.
   * Replaces what the key held. Answers the number of bytes. An error of the stream itself is thrown as it is.
   */
  abstract write(key: string, content: Readable | Buffer): Promise<number>;

  /** The content, or a part of it; null when there is no such object. */
  abstract read(key: string, range?: ByteRange): Promise<Readable | null>;

  /** What is known of an object; null when there is none. */
  abstract find(key: string): Promise<StoredObject | null>;

  /** Removes objects; one that is not there is no error. */
  abstract remove(keys: readonly string[]): Promise<void>;

  /** All objects under a folder (`exports/exp_…/`), in no order. */
  abstract list(folder: string): AsyncIterable<StoredObject>;

  /** Removes what killed processes left half-written over two hours ago. Several copies may do it at the same time. */
  abstract sweep(now: Date): Promise<void>;
}
