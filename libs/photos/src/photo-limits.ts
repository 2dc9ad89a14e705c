/** Injection token of `PhotoLimits`. */
export const PHOTO_LIMITS = Symbol('PHOTO_LIMITS');

/** What one copy of the service takes on. */
export interface PhotoLimits {
  /** Millions of pixels, width times height. */
  readonly maxMegapixels: number;
  /** Pictures that are worked on at once. */
  readonly workers: number;
  /** Uploads in hand at once. */
  readonly uploads: number;
}
