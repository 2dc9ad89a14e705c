import type { EventCodec } from '@cds/event-store';
import { anglerCodec } from './anglers/angler.codec.js';
import type { AnglerEvent } from './anglers/angler.events.js';
import { catchCodec } from './catches/log/catch.codec.js';
import type { CatchEvent } from './catches/model/catch.events.js';

/** Whatever stands in this service's log: streams of catches, and streams of anglers beside them. */
export type LogEvent = CatchEvent | AnglerEvent;

export const ANGLER_EVENTS: readonly string[] = ['AnglerRenamed', 'AnglerErased'] satisfies AnglerEvent['type'][];

export const isAnglerEvent = <E extends LogEvent>(event: E): event is Extract<E, AnglerEvent> =>
  ANGLER_EVENTS.includes(event.type);

/** The events of anglers hold nothing personal. */
export const logCodec: EventCodec<LogEvent> = {
  ...catchCodec,
  encode: (event) => (isAnglerEvent(event) ? anglerCodec.encode(event) : catchCodec.encode(event)),
  decode: (type, data, personal) =>
    (ANGLER_EVENTS.includes(type) ? anglerCodec : catchCodec).decode(type, data, personal),
};
