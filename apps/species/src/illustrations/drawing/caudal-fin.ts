import type { Body } from './body.js';
import type { Colour } from './colour.js';
import { drawnFin } from './fins.js';
import type { CaudalFin } from './form.js';
import { lerp, point, type Point } from './geometry.js';

export const caudalFin = (body: Body, fin: CaudalFin, colour: Colour): string => {
  if (fin.kind === 'none') return '';
  if (fin.kind === 'shark') return sharkTail(body, fin, colour);
  const [top, bottom] = [body.straight(0.985, 0), body.straight(0.985, 1)];
  const centre = (top.y + bottom.y) / 2;
  const roots = [body.bend(top), body.bend(point(0.97, centre)), body.bend(bottom)];
  const margin = caudalMargin(fin).map(([x, y]) => {
    const root = y > 0 ? top.y - centre : centre - bottom.y;
    const height = Math.sign(y) * lerp(root, fin.span, Math.abs(y));
    return body.bend(point(0.985 + x * fin.length, centre + height));
  });
  return drawnFin({ roots, margin }, colour, { kind: 'soft', rays: 24 });
};

/** How far back, and how far from the root (0) to the tip (1) up or down. */
const caudalMargin = ({ kind, fork = 0.5 }: CaudalFin): (readonly [number, number])[] => {
  const upper: (readonly [number, number])[] = {
    forked: [
      [0.3, 0.3],
      [0.66, 0.74],
      [0.92, 0.97],
      [1, 1],
      [0.96, 0.86],
      [lerp(0.95, 1 - fork, 0.6), 0.44],
      [1 - fork * 0.93, 0.14],
    ],
    lunate: [
      [0.22, 0.36],
      [0.52, 0.78],
      [0.85, 0.98],
      [1, 1],
      [0.86, 0.82],
      [lerp(0.8, 1 - fork, 0.5), 0.45],
      [1 - fork * 0.96, 0.14],
    ],
    truncate: [
      [0.35, 0.5],
      [0.7, 0.88],
      [0.94, 1],
      [1, 0.94],
      [1 - fork * 0.1, 0.55],
      [1 - fork * 0.14, 0.18],
    ],
    rounded: [
      [0.3, 0.62],
      [0.62, 0.95],
      [0.84, 0.93],
      [0.95, 0.66],
      [1, 0.3],
    ],
    pointed: [
      [0.3, 0.75],
      [0.6, 0.72],
      [0.85, 0.42],
      [0.97, 0.14],
    ],
    shark: [],
    none: [],
  }[kind] as (readonly [number, number])[];
  const lower = upper.map(([x, y]) => [x, -y] as const).reverse();
  return [
    ...upper,
    [kind === 'rounded' || kind === 'pointed' ? 1 : 1 - fork * (kind === 'truncate' ? 0.15 : 1), 0],
    ...lower,
  ];
};

/** The upper lobe is the longer one, and the spine runs into it. */
const sharkTail = (body: Body, { length, span, fork = 0.5 }: CaudalFin, colour: Colour): string => {
  const [top, bottom] = [body.straight(0.97, 0), body.straight(0.97, 1)];
  const low = span * (1 - fork);
  const free = (x: number, y: number): Point => body.bend(point(0.98 + x, y));
  const margin = [
    free(length * 0.5, top.y + span * 0.52),
    free(length * 0.86, top.y + span * 0.93),
    free(length, top.y + span * 0.97),
    free(length * 0.97, top.y + span * 0.84),
    free(length * 0.88, top.y + span * 0.8),
    free(length * 0.86, top.y + span * 0.68),
    free(length * 0.5, top.y + span * 0.26),
    free(length * 0.3, bottom.y - low * 0.05),
    free(length * 0.32, bottom.y - low * 0.55),
    free(length * 0.3, bottom.y - low),
    free(length * 0.2, bottom.y - low * 0.75),
    free(length * 0.07, bottom.y - low * 0.25),
  ];
  const roots = [body.bend(top), body.bend(point(0.95, (top.y + bottom.y) / 2)), body.bend(bottom)];
  return drawnFin({ roots, margin }, colour, { kind: 'fleshy', rays: 0 });
};
