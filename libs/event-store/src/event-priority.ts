/**
 * Each event is in a lane, and each lane is published by itself, in its own order: what many events in the bulk lane
 * wait for, the live ones do not. `publish` may get the two at the same time.
 */
export type EventPriority = 'live' | 'bulk';

/** As the tables have them. */
export const LANES: Readonly<Record<EventPriority, number>> = { live: 0, bulk: 1 };
