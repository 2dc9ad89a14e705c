import type { Body } from './body.js';
import { darker } from './colour.js';
import type { Area, Marking } from './form.js';
import { curve, lerp, line, point, type Point, polygon, steps, UNIT } from './geometry.js';

type Random = () => number;

const round = (value: number): number => Math.round(value * 10) / 10;

/** What is drawn on the skin of a fish, clipped to its body. */
export const markingsOn = (body: Body, markings: readonly Marking[], random: Random): string =>
  markings.map((marking) => markingOn(body, marking, random)).join('');

const markingOn = (body: Body, marking: Marking, random: Random): string => {
  switch (marking.kind) {
    case 'bars':
      return bars(body, marking, random);
    case 'stripes':
      return marking.rows.map((row) => stripe(body, { ...marking, row }, random)).join('');
    case 'band':
      return band(body, marking, random);
    case 'spots':
      return scattered(body, marking.area, marking.count, random)
        .map(([x, share]) => spot(body.place(x, share), marking.size * lerp(0.65, 1.2, random()), marking))
        .join('');
    case 'blotches':
      return scattered(body, marking.area, marking.count, random)
        .map(([x, share]) =>
          blotch(body.place(x, share), marking.size * lerp(0.6, 1.3, random()), marking.colour, random),
        )
        .join('');
    case 'worms':
      return worms(body, marking, random);
    case 'dot':
      return spot(body.place(marking.x, marking.y), marking.size, marking);
    case 'wash':
      return wash(body.place(marking.x, marking.y), marking);
  }
};

const bars = (body: Body, bar: Extract<Marking, { kind: 'bars' }>, random: Random): string =>
  steps(bar.count - 1)
    .map((share) => {
      const middle = lerp(bar.from, bar.to, bar.count === 1 ? 0 : share);
      const half = (bar.width / 2) * lerp(0.85, 1.15, random());
      const [tilt, reach] = [lerp(-0.012, 0.012, random()), bar.reach * lerp(0.93, 1.05, random())];
      const edge = (direction: number): Point[] =>
        steps(6).map((down) => {
          const narrow = half * (1 - 0.55 * down ** 1.6) * lerp(0.9, 1.1, random());
          return body.place(middle + tilt * down + direction * narrow, lerp(bar.start ?? -0.02, reach, down));
        });
      return (
        `<path d="${curve([...edge(-1), ...edge(1).reverse()], true)}" fill="${bar.colour}" ` +
        `fill-opacity=".62" filter="url(#soft)"/>`
      );
    })
    .join('');

const stripe = (
  body: Body,
  {
    row,
    width,
    colour,
    from = 0.2,
    to = 1,
  }: { row: number; width: number; colour: string; from?: number; to?: number },
  random: Random,
): string => {
  const half = (x: number): number => (width / 2) * Math.min(1, (to - x) * 6 + 0.25, (x - from) * 9 + 0.4);
  const [over, under]: Point[][] = [[], []];
  for (const share of steps(26)) {
    const [x, jitter] = [lerp(from, to, share), lerp(-0.1, 0.1, random()) * width];
    const { x: px, y } = body.straight(x, row);
    over?.push(body.bend(point(px, y + half(x) + jitter)));
    under?.unshift(body.bend(point(px, y - half(x) + jitter)));
  }
  return `<path d="${curve([...(over ?? []), ...(under ?? [])], true)}" fill="${colour}" fill-opacity=".72"/>`;
};

/** A band along the side, ragged or broken into diamonds. */
const band = (
  body: Body,
  { row, width, colour, broken }: Extract<Marking, { kind: 'band' }>,
  random: Random,
): string => {
  if (!broken)
    return stripe(body, { row, width, colour, from: 0.05, to: 1.01 }, random).replace('/>', ' filter="url(#soft)"/>');
  return steps(11)
    .map((share) => {
      const x = lerp(0.22, 0.97, share);
      const [w, h] = [0.042 * lerp(0.8, 1.15, random()), width * lerp(0.6, 1.1, random())];
      const { x: cx, y: cy } = body.straight(x, row);
      const star = [0, 1, 2, 3, 4, 5, 6, 7].map((corner) => {
        const angle = (corner / 8) * 2 * Math.PI;
        const far = lerp(0.72, 1.12, random());
        return body.bend(point(cx + Math.cos(angle) * w * far, cy + (Math.sin(angle) * h * far) / 1.6));
      });
      return `<path d="${curve(star, true)}" fill="${colour}" fill-opacity=".78" filter="url(#soft)"/>`;
    })
    .join('');
};

/** Places over an area, spread out: of several candidates the one that is farthest from all others. */
const scattered = (
  body: Body,
  [left, right, top, bottom]: Area,
  count: number,
  random: Random,
): (readonly [number, number])[] => {
  const places: { x: number; share: number; y: number }[] = [];
  for (let index = 0; index < count; index += 1) {
    const candidates = Array.from({ length: 8 }, () => {
      const [x, share] = [lerp(left, right, random()), lerp(top, bottom, random())];
      return { x, share, y: body.straight(x, share).y };
    });
    const room = ({ x, y }: { x: number; y: number }): number =>
      Math.min(9, ...places.map((other) => Math.hypot(other.x - x, other.y - y)));
    places.push(candidates.reduce((best, next) => (room(next) > room(best) ? next : best)));
  }
  return places.map(({ x, share }) => [x, share]);
};

const spot = ({ x, y }: Point, size: number, { colour, halo }: { colour: string; halo?: string }): string => {
  const circle = (radius: number, fill: string, opacity: number): string =>
    `<ellipse cx="${round(x * UNIT)}" cy="${round(-y * UNIT)}" rx="${round(radius * UNIT)}" ` +
    `ry="${round(radius * UNIT * 0.94)}" fill="${fill}" fill-opacity="${opacity}"/>`;
  return (halo ? circle(size * 1.75, halo, 0.75) : '') + circle(size, colour, 0.85);
};

const blotch = (centre: Point, size: number, colour: string, random: Random): string => {
  const corners = Array.from({ length: 9 }, (_, corner) => {
    const [angle, far] = [(corner / 9) * 2 * Math.PI, size * lerp(0.55, 1.15, random())];
    return point(centre.x + Math.cos(angle) * far * 1.25, centre.y + Math.sin(angle) * far);
  });
  return `<path d="${curve(corners, true)}" fill="${colour}" fill-opacity=".5" filter="url(#soft)"/>`;
};

const worms = (
  body: Body,
  { count, colour, area, upright }: Extract<Marking, { kind: 'worms' }>,
  random: Random,
): string => {
  const paths = scattered(body, area, count, random).map(([x, share]) => {
    const [length, turn] = [lerp(0.02, 0.04, random()), random() < 0.5 ? -1 : 1];
    return curve(
      steps(4).map((step) => {
        const swing = 0.009 * turn * Math.sin(step * 6);
        return upright
          ? body.place(x + swing * 1.4 + step * 0.012, share - 0.16 + step * 0.34)
          : body.place(x + step * length, share + swing * 4);
      }),
    );
  });
  const width = upright ? 9 : 5;
  return (
    `<path d="${paths.join('')}" fill="none" stroke="${colour}" stroke-opacity=".75" ` +
    `stroke-width="${width}" stroke-linecap="round"/>`
  );
};

const wash = ({ x, y }: Point, { rx, ry, colour }: Extract<Marking, { kind: 'wash' }>): string =>
  `<ellipse cx="${round(x * UNIT)}" cy="${round(-y * UNIT)}" rx="${rx * UNIT}" ry="${ry * UNIT}" fill="${colour}" ` +
  `fill-opacity=".7" filter="url(#softer)"/>`;

/** Rows of scales behind the head. */
export const scalesOn = (size: number, colour: string): string => {
  const [w, h] = [size * UNIT, size * UNIT * 0.82];
  const arc = (x: number, y: number): string =>
    `M${round(x + w * 0.5)},${round(y)}A${round(w * 0.62)},${round(h * 0.52)} 0 0 1 ` +
    `${round(x + w * 0.5)},${round(y + h)}`;
  const beside = [-1, 1].map((side) => arc(side * w * 0.5, -h / 2) + arc(side * w * 0.5, h / 2)).join('');
  return (
    `<pattern id="scales" width="${round(w)}" height="${round(h)}" patternUnits="userSpaceOnUse">` +
    `<path d="${arc(0, 0)}${beside}" ` +
    `fill="none" stroke="${darker(colour, 0.55)}" stroke-width="${round(Math.max(1.1, w * 0.07))}"/></pattern>`
  );
};

/** The pores along the side. */
export const lateralLine = (body: Body, [start, end]: readonly [number, number], gill: number): string => {
  const share = (x: number): number => lerp(start, end, Math.min(1, ((x - gill) / (1 - gill)) ** 0.8));
  const pores = steps(70).map((step) => lerp(gill + 0.005, 0.995, step));
  return line(pores.map((x) => body.place(x, share(x))));
};

export const plates = (body: Body, row: number): string =>
  steps(row === 0 ? 12 : 28)
    .map((step) => {
      const [x, w] = [lerp(0.28, 0.95, step), row === 0 ? 0.024 : 0.011];
      const { y } = body.straight(x, row);
      const h = (row === 0 ? 0.022 : 0.013) * (1 - 0.45 * step);
      return polygon([point(x - w, y), point(x, y + h), point(x + w, y), point(x, y - h * 0.9)].map(body.bend));
    })
    .join('');
