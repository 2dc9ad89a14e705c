/**
 * Live events and bulk events are published apart, each in an order of their own, so that live events do not wait for
 * however many bulk events. `publish` may get both at the same time.
 */
export type EventPriority = 'live' | 'bulk';

/** As they are stored. */
export const PRIORITIES: Readonly<Record<EventPriority, number>> = { live: 0, bulk: 1 };
