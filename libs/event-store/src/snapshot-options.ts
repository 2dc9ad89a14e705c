/** How the state of a stream becomes a row of `stream_snapshots`, and a state again. */
export interface SnapshotOptions<S> {
  /**
   * Raise it whenever the shape of the state changes or `evolve` makes another state of the same events. Snapshots of
   * another version are ignored, and made again by the next load.
   */
  readonly schemaVersion: number;
  /** The state as plain JSON. */
  encode(state: S): unknown;
  /** The same state; its values do not depend on the events that led to it. */
  decode(stored: unknown): S;
  /**
   * SQL that is true while somebody among the ids of an SQL `text[]` is erased. A snapshot that may hold their data is
   * neither read nor written from then on. Default: nobody is ever erased.
   */
  readonly isErased?: (personIds: string) => string;
  /** A snapshot saves time only: what fails while one is written is reported here, and the load goes on. */
  readonly onWriteFailed?: (error: unknown) => void;
  /** Versions from one snapshot of a stream to the next; default `SNAPSHOT_INTERVAL`. */
  readonly interval?: number;
}

/** A load reads fewer events than this beside one snapshot; a snapshot is written as seldom as this. */
export const SNAPSHOT_INTERVAL = 25;
