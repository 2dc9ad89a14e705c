export interface ErasedAngler {
  id: string;
  accountId: string;
}

/** One kind of thing that holds what is personal of anglers. */
export interface ErasureStep {
  /**
   * Removes it in batches of a few seconds at most, and yields after each. May be broken off at any of them and begun
   * anew, after a crash too; once it came to its end it is called once more, half a minute after the request.
   */
  erase(angler: ErasedAngler): AsyncIterable<void>;
}

/** All steps in the order in which they run. See `anglers.module.ts`. */
export const ERASURE_STEPS = Symbol('ERASURE_STEPS');
