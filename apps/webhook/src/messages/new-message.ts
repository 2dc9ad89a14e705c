/** A message that is to be written: one event for one endpoint, due at once unless this process has the lease of it. */
export interface NewMessage {
  /** The same for this endpoint and event each time. */
  readonly id: string;
  readonly endpointId: string;
  readonly eventId: string;
  readonly dueAt: Date;
  /** Whether later messages of its subject wait for it. */
  readonly isOrdered: boolean;
}

/** The values `$1` to `$6` of the statements that write messages. The events stand in the values after them. */
export const messageValues = (
  events: readonly { readonly id: string }[],
  messages: readonly NewMessage[],
  now: Date,
): unknown[] => {
  const numbers = new Map(events.map(({ id }, index) => [id, index + 1]));
  return [
    messages.map(({ id }) => id),
    messages.map(({ endpointId }) => endpointId),
    messages.map(({ eventId }) => numbers.get(eventId)),
    messages.map(({ dueAt }) => dueAt),
    messages.map(({ isOrdered }) => isOrdered),
    now,
  ];
};
