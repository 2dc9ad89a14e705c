/** Where a service reads: a topic, or the dead letters of one, of which it handles those that are replayed. */
export interface Source {
  readonly topic: string;
  /** Whose handler gets the events. */
  readonly handledAs: string;
  /** Whether its handler has an event's data parsed by asking for it; otherwise it gets no event whose data is malformed. */
  readonly parsedWhenRead: boolean;
}
