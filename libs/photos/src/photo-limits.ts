/** Injection token of `PhotoLimits`. */
export const PHOTO_LIMITS = Symbol('PHOTO_LIMITS');

/** What one copy of the service takes on. */
export interface PhotoLimits {
  /** Millions of pixels, width times height. */
  readonly maxMegapixels: number;
  /** Pictures that are decoded at once. */
  readonly workers: number;
  /** How long a picture waits for its turn at most. Default: less than the gateway waits for the answer. */
  readonly maxWaitMs?: number;
  /** Uploads in hand at once. */
  readonly uploads: number;
}
