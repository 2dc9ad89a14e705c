import type { Progress } from './files.js';
import type { CreateOptions, HeaderValues } from './options.js';

/** Everything `fetch` takes as a body that can be sent again, and functions that make a stream for each try. */
export type RequestBody =
  | string
  | Blob
  | FormData
  | URLSearchParams
  | Uint8Array
  | ReadableStream<Uint8Array>
  | (() => ReadableStream<Uint8Array>);

/** One call, before it is sent. */
export interface HttpRequest {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly headers: HeaderValues;
  readonly body?: RequestBody | undefined;
  /** Called with how much of the body has been sent. */
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  /** Whether a second try does no harm when the first was carried out. */
  readonly repeatable: boolean;
  /** Whether it carries the client's credentials: true by default. */
  readonly authenticated?: boolean;
  /** Whether its body may be a large file: then a try may take as long as the service gives it. */
  readonly isLong?: boolean | undefined;
  /** Of a DELETE: whether 404 and 410 mean success after a try whose answer was lost. */
  readonly goneIsDone?: boolean;
}

/** Random, also where `crypto.randomUUID` is missing: on pages without https. */
export const newIdempotencyKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

const SAFE = ['GET', 'HEAD'];

export const isSafe = (method: string): boolean => SAFE.includes(method);

/** A stream is read once: what was sent of it is gone. */
export const canBeSentAgain = (body: RequestBody | undefined): boolean => !(body instanceof ReadableStream);

export const keyHeader = (options: CreateOptions): HeaderValues => ({
  'idempotency-key': options.idempotencyKey ?? newIdempotencyKey(),
});
