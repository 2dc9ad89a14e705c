import { CatchDataError } from './errors.js';
import { connectionError } from './failures.js';
import type { Lifetime } from './lifetime.js';

/**
 * What arrives of a body, until it ends. Silence of `stallMs` is taken for a dead connection, as that raises no error
 * by itself; the time that the reader takes for a chunk does not count. The connection is closed when the reader
 * leaves.
 */
export async function* chunksOf(
  body: ReadableStream<Uint8Array> | null,
  lifetime: Lifetime,
  stallMs: number,
  callersSignal?: AbortSignal,
): AsyncGenerator<Uint8Array, void, undefined> {
  const { signal } = lifetime;
  const reader = body?.getReader();
  // Ends a read in progress, also where `fetch` does not pass the abort on to the body.
  const onAbort = (): void => void reader?.cancel(signal.reason).catch(() => undefined);
  signal.addEventListener('abort', onAbort);
  try {
    for (;;) {
      lifetime.limit(stallMs, () => stalled(stallMs));
      const read = await reader?.read();
      lifetime.limit(Infinity);
      signal.throwIfAborted();
      if (!read || read.done) return;
      yield read.value;
    }
  } catch (error) {
    throw connectionError(signal.aborted ? signal.reason : error, callersSignal);
  } finally {
    signal.removeEventListener('abort', onAbort);
    lifetime.abort(undefined);
    onAbort();
  }
}

const stalled = (ms: number): CatchDataError =>
  new CatchDataError({ code: 'sdk.timeout', detail: `Nothing arrived for ${ms} ms.`, retryable: true });
