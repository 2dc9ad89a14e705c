import { type CatchDataEvent, isCatchDataError } from '@catch-data/sdk';
import { cds } from '../api/client.js';

/** `waiting`: not there yet, or broken and tried again. */
export type LiveState = 'waiting' | 'open';

export interface Live {
  readonly state: LiveState;
  /** Newest first. */
  readonly events: readonly CatchDataEvent[];
  /** Why it ended for good. */
  readonly error: unknown;
}

const LOCK = 'event-stream';
const MAX_SHOWN = 200;
const WAITING: Live = { state: 'waiting', events: [], error: null };
const GONE = 410;

/** What tabs tell each other. `hello`: a new one asks how things are. */
type Message =
  | { readonly kind: 'event'; readonly event: CatchDataEvent }
  | { readonly kind: 'state'; readonly state: LiveState }
  | { readonly kind: 'hello' };

let live = WAITING;
let stop: (() => void) | null = null;
const listeners = new Set<() => void>();

const set = (changed: Partial<Live>): void => {
  live = { ...live, ...changed };
  for (const listener of listeners) listener();
};

export const currentLive = (): Live => live;

/** Listens as long as somebody does. */
export const onLive = (listener: () => void): (() => void) => {
  listeners.add(listener);
  stop ??= begin();
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    stop?.();
    stop = null;
    live = WAITING;
  };
};

/**
 * A browser has six connections to a host for all of its tabs, so one tab reads the stream and tells the others. It
 * holds a lock; when it is closed the next one takes over, from the last event that it heard of.
 */
const begin = (): (() => void) => {
  const [channel, over] = [new BroadcastChannel(LOCK), new AbortController()];
  const leader = { is: false };
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (data.kind === 'event') add(data.event);
    else if (data.kind === 'state') set({ state: data.state });
    else if (leader.is) channel.postMessage({ kind: 'state', state: live.state } satisfies Message);
  };
  channel.postMessage({ kind: 'hello' } satisfies Message);
  const lead = async (): Promise<void> => {
    leader.is = true;
    await read(channel, over.signal);
  };
  navigator.locks.request(LOCK, { signal: over.signal }, lead).catch((error: unknown) => {
    if (!over.signal.aborted) set({ state: 'waiting', error });
  });
  return () => {
    over.abort();
    channel.close();
  };
};

const read = async (channel: BroadcastChannel, signal: AbortSignal): Promise<void> => {
  const tell = (message: Message): void => {
    if (!signal.aborted) channel.postMessage(message);
  };
  const onState = (state: 'open' | 'lost'): void => {
    const next = state === 'open' ? 'open' : 'waiting';
    set({ state: next });
    tell({ kind: 'state', state: next });
  };
  const lastEventId = live.events[0]?.id;
  try {
    for await (const event of cds.events.stream({}, { signal, onState, ...(lastEventId && { lastEventId }) })) {
      add(event);
      tell({ kind: 'event', event });
    }
  } catch (error) {
    if (signal.aborted) return;
    // The last event is older than the feed: it begins now instead.
    if (!isCatchDataError(error) || error.status !== GONE || !lastEventId) throw error;
    set({ events: [] });
    await read(channel, signal);
  }
};

const add = (event: CatchDataEvent): void => {
  if (live.events.some(({ id }) => id === event.id)) return;
  set({ events: [event, ...live.events].slice(0, MAX_SHOWN), error: null });
};
