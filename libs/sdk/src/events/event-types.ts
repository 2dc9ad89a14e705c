import type { EventPayloads } from '../openapi/generated/operations.gen.js';

/** Every type of event that this version of the SDK knows. */
export type EventType = keyof EventPayloads;

/** An event of a type that this version knows: `type` tells what `data` is. */
export type KnownEvent = EventPayloads[EventType];

/** Any other text. For the compiler it equals none of the known types, so that comparing `type` leaves it out. */
declare enum NewerType {
  Any = '',
}

/** An event of a type that is newer than this version. */
export interface UnknownEvent {
  readonly id: string;
  readonly type: NewerType;
  readonly timestamp: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** One fact, as webhooks and the feed tell it. Types are added: have a default for those that you do not know. */
export type CatchDataEvent = KnownEvent | UnknownEvent;
