/** A picture that an account keeps; `bytes` is the space of all its files together. */
export interface KeptPicture {
  readonly digest: string;
  readonly accountId: string;
  readonly bytes: number;
}

/** Counts the pictures that accounts keep. A service that bounds them provides one; otherwise nothing is counted. */
export abstract class PictureCount {
  /** Rejects when the account would keep more than it may. A picture counts once, however often an account keeps it. */
  abstract keep(picture: KeptPicture): Promise<void>;

  /** The pictures are gone from the storage. */
  abstract remove(digests: readonly string[]): Promise<void>;
}
