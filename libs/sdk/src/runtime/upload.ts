import type { Progress } from './files.js';
import type { RequestBody } from './request.js';

type Send = (url: string, init: RequestInit) => Promise<Response>;

/** What is sent, and the headers that only it knows. */
export interface PreparedBody {
  readonly init: RequestInit;
  readonly send: Send;
  readonly contentType: string | undefined;
}

const plain = (body: unknown, send: Send): PreparedBody => ({
  // `duplex` is needed for streams, and unknown to the types of browsers.
  init: { body: body as string, ...(body instanceof ReadableStream && { duplex: 'half' }) },
  send,
  contentType: undefined,
});

/** A body for one try, whose progress `onProgress` is called with. */
export const preparedBody = async (
  body: RequestBody | undefined,
  send: Send,
  onProgress?: (progress: Progress) => void,
): Promise<PreparedBody> => {
  if (body === undefined) return { init: {}, send, contentType: undefined };
  const sent = typeof body === 'function' ? body() : body;
  if (!onProgress) return plain(sent, send);
  // Browsers take a stream as a body over HTTP/2 alone, and some not at all; only this tells them what has gone.
  if (typeof XMLHttpRequest !== 'undefined' && !(sent instanceof ReadableStream)) {
    const { xhrFetch } = await import('./xhr-fetch.js');
    return plain(sent, (url, init) => xhrFetch(url, init, onProgress));
  }
  const whole = new Response(sent as Blob);
  const counted = whole.body?.pipeThrough(counting(sizeOf(sent), onProgress));
  return { ...plain(counted, send), contentType: whole.headers.get('content-type') ?? undefined };
};

const sizeOf = (body: unknown): number | undefined => {
  if (typeof body === 'string') return new TextEncoder().encode(body).length;
  if (body instanceof Blob) return body.size;
  return body instanceof Uint8Array ? body.byteLength : undefined;
};

export const counting = (
  total: number | undefined,
  onProgress: (progress: Progress) => void,
): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> => {
  let bytes = 0;
  return new TransformStream({
    transform(chunk, controller) {
      controller.enqueue(chunk);
      bytes += chunk.byteLength;
      onProgress({ bytes, total });
    },
  });
};
