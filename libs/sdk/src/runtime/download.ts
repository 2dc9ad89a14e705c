import { chunksOf } from './chunks.js';
import { CatchDataError } from './errors.js';
import type { Progress } from './files.js';
import { pause } from './lifetime.js';
import type { RequestOptions } from './options.js';
import { backOff } from './retries.js';
import type { OpenAnswer } from './transport.js';

export interface DownloadOptions extends RequestOptions {
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  /** How long the file may stand still until its connection is taken for dead: 30,000 by default. */
  readonly stallMs?: number | undefined;
}

type Open = (headers: { readonly range?: string; readonly 'if-range'?: string | undefined }) => Promise<OpenAnswer>;

const STALL_MS = 30_000;
const MAX_RESUMES = 5;

/** A file that is read as it comes. After a break it goes on where it stopped. */
export class Download implements AsyncIterable<Uint8Array> {
  private readonly etag: string | undefined;
  private received = 0;

  private constructor(
    private readonly first: OpenAnswer,
    private readonly reopen: Open,
    private readonly options: DownloadOptions,
    /** How many bytes there are in all. */
    readonly size: number | undefined,
  ) {
    this.etag = first.response.headers.get('etag') ?? undefined;
  }

  static async start(open: Open, options: DownloadOptions, size?: number): Promise<Download> {
    const first = await open({});
    const length = first.response.headers.get('content-length');
    const isCompressed = first.response.headers.has('content-encoding');
    return new Download(first, open, options, size ?? (length && !isCompressed ? Number(length) : undefined));
  }

  get contentType(): string {
    return this.first.response.headers.get('content-type') ?? '';
  }

  /** For everything that takes a stream. */
  stream(): ReadableStream<Uint8Array> {
    const chunks = this[Symbol.asyncIterator]();
    return new ReadableStream({
      async pull(controller) {
        const { done, value } = await chunks.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      async cancel() {
        await chunks.return();
      },
    });
  }

  text(): Promise<string> {
    return new Response(this.stream()).text();
  }

  blob(): Promise<Blob> {
    return new Response(this.stream(), { headers: { 'content-type': this.contentType } }).blob();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array, void, undefined> {
    let answer: OpenAnswer | undefined = this.first;
    for (let failures = 0; ;) {
      try {
        // A service that is away for a while is a break like any other.
        answer ??= await this.reopen({ range: `bytes=${this.received}-`, 'if-range': this.etag });
        for await (const chunk of this.rest(answer)) {
          failures = 0;
          yield chunk;
        }
        return;
      } catch (error) {
        const mayGoOn = error instanceof CatchDataError && error.retryable && this.etag !== undefined;
        if (!mayGoOn || failures++ >= MAX_RESUMES) throw error;
        answer = undefined;
        await pause(backOff(failures), this.options.signal);
      }
    }
  }

  /** What an answer has that was not received before. */
  private async *rest({ response, lifetime }: OpenAnswer): AsyncGenerator<Uint8Array, void, undefined> {
    const { signal, stallMs = STALL_MS, onProgress } = this.options;
    let skip = this.toSkip(response);
    for await (const whole of chunksOf(response.body, lifetime, stallMs, signal)) {
      const chunk = whole.subarray(Math.min(skip, whole.length));
      skip -= whole.length - chunk.length;
      if (chunk.length === 0) continue;
      this.received += chunk.length;
      onProgress?.({ bytes: this.received, total: this.size });
      yield chunk;
    }
  }

  /**
   * A whole answer where a part was asked for begins at the start: the same file is skipped into, another one
   * refused.
   */
  private toSkip({ status, headers }: Response): number {
    if (status === 206 || this.received === 0) return 0;
    if (headers.get('etag') === this.etag) return this.received;
    throw new CatchDataError({ code: 'sdk.unexpected_answer', detail: 'The file changed while it was read.' });
  }
}
