import { at, curve, lerp, point, type Point, steps, through } from './geometry.js';
import { type SideForm, STATIONS } from './form.js';

const SAMPLES = 44;

/** The body of a form: where its back, its belly and all between them are. */
export interface Body {
  /** From the back (0) to the belly (1) at a distance from the snout, before the body is bent. */
  readonly straight: (x: number, share: number) => Point;
  /** Where a point of the straight fish is on the bent one. */
  readonly bend: (free: Point) => Point;
  readonly place: (x: number, share: number) => Point;
  readonly outline: string;
  /** The outline without the root of the tail, where the fin goes on. */
  readonly rim: string;
}

export const bodyOf = (form: SideForm): Body => {
  // By the root of the distance, so that snouts are round.
  const roots = STATIONS.map(Math.sqrt);
  const [back, belly] = [through(roots, form.top), through(roots, form.bottom)];
  const bend = bendOf(form.wave ?? 0);
  const straight = (x: number, share: number): Point => {
    const root = Math.sqrt(Math.min(Math.max(x, 0), 1));
    return point(x, lerp(back(root), -belly(root), share));
  };
  const place = (x: number, share: number): Point => bend(straight(x, share));
  const upper = steps(SAMPLES).map((step) => place(step ** 1.7, 0));
  const lower = steps(SAMPLES)
    .map((step) => place(step ** 1.7, 1))
    .reverse();
  const middle = lerp(at(form.top, 12), -at(form.bottom, 12), 0.5);
  return {
    straight,
    bend,
    place,
    outline: `${curve([...upper, bend(point(1.026, middle)), ...lower])}Z`,
    rim: curve([...lower, ...upper.slice(1)]),
  };
};

/** A swinging body: its axis is a sine curve. */
const bendOf =
  (swing: number) =>
  ({ x, y }: Point): Point => {
    if (swing === 0) return point(x, y);
    const slope = swing * 7.6 * Math.cos(x * 7.6 + 0.6);
    const length = Math.hypot(1, slope);
    return point(x - (y * slope) / length, swing * Math.sin(x * 7.6 + 0.6) + y / length);
  };
