/** Body lengths: x from the snout (0) to the end of the body (1), y upwards from the axis. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

export const UNIT = 1_000;

export const point = (x: number, y: number): Point => ({ x, y });

const number = (value: number): string => String(Math.round(value * UNIT * 10) / 10);
/** A point as SVG writes it: a thousandth of a body length a unit, y downwards. */
export const xy = ({ x, y }: Point): string => `${number(x)},${number(-y)}`;

/** A smooth curve through the points (Catmull-Rom, as Bézier segments), beginning with a move to the first. */
export const curve = (points: readonly Point[], closed = false): string =>
  `M${xy(at(points, 0))}${segments(points, closed)}${closed ? 'Z' : ''}`;

/** The same curve, going on from where a path is. */
export const curveOn = (points: readonly Point[]): string => `L${xy(at(points, 0))}${segments(points, false)}`;

export const polygon = (points: readonly Point[]): string => `M${points.map(xy).join('L')}Z`;

export const line = (points: readonly Point[]): string => `M${points.map(xy).join('L')}`;

const segments = (points: readonly Point[], closed: boolean): string => {
  const count = points.length;
  const get = (index: number): Point =>
    at(points, closed ? (index + count) % count : Math.min(Math.max(index, 0), count - 1));
  const parts: string[] = [];
  for (let index = 0; index < (closed ? count : count - 1); index += 1) {
    const [before, from, to, after] = [get(index - 1), get(index), get(index + 1), get(index + 2)];
    const first = point(from.x + (to.x - before.x) / 6, from.y + (to.y - before.y) / 6);
    const second = point(to.x - (after.x - from.x) / 6, to.y - (after.y - from.y) / 6);
    parts.push(`C${xy(first)} ${xy(second)} ${xy(to)}`);
  }
  return parts.join('');
};

/** An element that must be there. */
export const at = <T>(list: readonly T[], index: number): T => {
  const found = list[index];
  if (found === undefined) throw new RangeError(`there is no element ${index} of ${list.length}`);
  return found;
};

export const lerp = (from: number, to: number, share: number): number => from + (to - from) * share;

export const between = (from: Point, to: Point, share: number): Point =>
  point(lerp(from.x, to.x, share), lerp(from.y, to.y, share));

/** The numbers from 0 to 1 in so many equal steps, both ends included. */
export const steps = (count: number): number[] => Array.from({ length: count + 1 }, (_, index) => index / count);

/** Interpolates evenly spaced values without overshooting between them (monotone cubic). */
export const through = (xs: readonly number[], ys: readonly number[]): ((x: number) => number) => {
  const slopes = tangents(xs, ys);
  return (x) => {
    let index = xs.findIndex((next) => next >= x);
    index = index === -1 ? xs.length - 1 : Math.max(index, 1);
    const [left, right] = [at(xs, index - 1), at(xs, index)];
    const width = right - left;
    const t = Math.min(Math.max((x - left) / width, 0), 1);
    const [a, b] = [at(ys, index - 1), at(ys, index)];
    const [da, db] = [at(slopes, index - 1) * width, at(slopes, index) * width];
    return a * (1 + 2 * t) * (1 - t) ** 2 + da * t * (1 - t) ** 2 + b * t ** 2 * (3 - 2 * t) + db * t ** 2 * (t - 1);
  };
};

const tangents = (xs: readonly number[], ys: readonly number[]): number[] => {
  const secants = xs.slice(1).map((x, index) => (at(ys, index + 1) - at(ys, index)) / (x - at(xs, index)));
  return xs.map((_, index) => {
    const [left, right] = [secants[index - 1], secants[index]];
    if (left === undefined) return right ?? 0;
    if (right === undefined) return left;
    return left * right <= 0 ? 0 : (2 * left * right) / (left + right);
  });
};
