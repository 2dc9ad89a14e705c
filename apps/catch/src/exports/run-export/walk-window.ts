/** A step looks at so many catches at most: few enough that neither the database nor requests wait long for it. */
const MAX_WINDOW = 1_000;

/** Of a part's first step, whose catches may be of any size. */
export const FIRST_WINDOW = 100;

const STEP_BYTES = 1_048_576;

/**
 * How many catches the next step looks at, by how many bytes the last one had: about `STEP_BYTES`, and at most ten
 * times as many catches, since small ones may be followed by large ones.
 */
export const nextWindow = (window: number, bytes: number): number => {
  const fitting = Math.floor((window * STEP_BYTES) / Math.max(1, bytes));
  return Math.max(1, Math.min(fitting, window * 10, MAX_WINDOW));
};
