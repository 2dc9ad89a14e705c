/** Where a service reads: a topic, or the dead letters of one, of which it handles those that are replayed. */
export interface Source {
  readonly topic: string;
  /** Whose handler gets the events. */
  readonly handledAs: string;
}
