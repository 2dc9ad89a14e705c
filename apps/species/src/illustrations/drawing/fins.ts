import { type Body } from './body.js';
import { type Colour, darker, lighter } from './colour.js';
import type { MedianFin, PairedFin, SideForm } from './form.js';
import { at, between, curve, curveOn, lerp, line, point, type Point, steps, through } from './geometry.js';

const ROOT = 0.012;

export interface Web {
  /** Where the fin leaves the body, from front to back. */
  readonly roots: readonly Point[];
  readonly margin: readonly Point[];
}

/** A fin as SVG: its web, its spines or rays, its edge. */
export const drawnFin = ({ roots, margin }: Web, colour: Colour, fin: { kind: string; rays: number }): string => {
  const path = `${curve(roots)}${edge([...margin].reverse(), fin.kind === 'spiny')}Z`;
  const web =
    `<path d="${path}" fill="${colour}" fill-opacity=".88" stroke="${darker(colour, 0.5)}" ` +
    `stroke-width="2.2" stroke-linejoin="round"/>`;
  if (fin.kind === 'fleshy') return web;
  const rays = fin.kind === 'spiny' ? spines(roots, margin) : branches(roots, margin, fin.rays);
  const width = fin.kind === 'spiny' ? 3.4 : 1.5;
  return (
    web +
    `<path d="${rays}" fill="none" stroke="${darker(colour, 0.45)}" stroke-opacity=".6" stroke-width="${width}" ` +
    `stroke-linecap="round"/>` +
    `<path d="${rays}" fill="none" stroke="${lighter(colour, 0.5)}" stroke-opacity=".3" stroke-width="1" ` +
    `transform="translate(1.6 1)"/>`
  );
};

/** Between spines the web sinks in. */
const edge = (margin: readonly Point[], sinks: boolean): string =>
  curveOn(
    sinks
      ? margin.flatMap((tip, index) => {
          const next = margin[index + 1];
          if (!next) return [tip];
          const middle = between(tip, next, 0.5);
          const depth = 0.16 * Math.hypot(tip.x - next.x, tip.y - next.y);
          return [tip, point(middle.x, middle.y + (middle.y > 0 ? -depth : depth))];
        })
      : margin,
  );

const spines = (roots: readonly Point[], margin: readonly Point[]): string =>
  margin.map((tip, index) => line([along(roots, index / Math.max(margin.length - 1, 1)), tip])).join('');

/** Rays fork towards the margin. */
const branches = (roots: readonly Point[], margin: readonly Point[], count: number): string =>
  steps(count)
    .slice(1, -1)
    .map((share) => {
      const [root, half] = [along(roots, share), 0.28 / count];
      const fork = between(root, along(margin, share), 0.6);
      return `${line([root, fork, along(margin, share - half)])}${line([fork, along(margin, share + half)])}`;
    })
    .join('');

const along = (points: readonly Point[], share: number): Point => {
  const place = Math.min(Math.max(share, 0), 1) * (points.length - 1);
  const index = Math.min(Math.floor(place), points.length - 2);
  return between(at(points, index), at(points, index + 1), place - index);
};

/** A fin along the back (`side` 0) or the belly (1). */
export const medianFin = (body: Body, fin: MedianFin, side: 0 | 1, colour: Colour): string => {
  const direction = side === 0 ? 1 : -1;
  const lean = fin.lean ?? 0.45;
  const count = fin.kind === 'spiny' ? fin.heights.length - 1 : 18;
  const heightAt = through(steps(fin.heights.length - 1), fin.heights);
  const rootAt = (share: number): Point => body.straight(lerp(fin.from, fin.to, share), side);
  const roots = steps(10).map((share) => {
    const { x, y } = rootAt(share);
    return body.bend(point(x, y - ROOT * direction));
  });
  const margin = steps(count).map((share) => {
    const [{ x, y }, height] = [rootAt(share), heightAt(share)];
    return body.bend(point(x + height * lean, y + height * direction));
  });
  const rays = fin.rays ?? Math.round(6 + (fin.to - fin.from) * 70);
  return drawnFin({ roots, margin: [at(roots, 0), ...margin, at(roots, 10)] }, colour, { kind: fin.kind, rays });
};

export const pairedFin = (body: Body, fin: PairedFin, colour: Colour): string => {
  const start = body.straight(fin.x, fin.y);
  const angle = (-fin.angle * Math.PI) / 180;
  const turned = (forward: number, sideways: number): Point =>
    body.bend(
      point(
        start.x + (forward * Math.cos(angle) - sideways * Math.sin(angle)) * fin.length,
        start.y + (forward * Math.sin(angle) + sideways * Math.cos(angle)) * fin.length,
      ),
    );
  const wide = fin.width / fin.length;
  const shape: readonly (readonly [number, number])[] = fin.pointed
    ? [
        [0.1, 0.2],
        [0.5, 0.3],
        [0.85, 0.16],
        [1, 0.02],
        [0.72, -0.16],
        [0.4, -0.34],
        [0.12, -0.34],
      ]
    : [
        [0.1, 0.24],
        [0.5, 0.46],
        [0.82, 0.42],
        [0.98, 0.1],
        [0.9, -0.3],
        [0.6, -0.52],
        [0.15, -0.32],
      ];
  const margin = shape.map(([forward, sideways]) => turned(forward, sideways * wide));
  const roots = [turned(0, 0.2 * wide), turned(-0.03, 0), turned(0, -0.2 * wide)];
  return drawnFin({ roots, margin }, colour, { kind: 'soft', rays: 13 });
};

/** A small fatty fin, as salmon and catfish have it. */
export const adiposeFin = (body: Body, x: number, colour: Colour): string =>
  medianFin(
    body,
    { from: x, to: x + 0.035, heights: [0.004, 0.026, 0.034, 0.012], kind: 'fleshy', lean: 1.1 },
    0,
    colour,
  );

export const finlets = (body: Body, { from, count }: NonNullable<SideForm['finlets']>, colour: Colour): string =>
  steps(count - 1)
    .map((share) => lerp(from, 0.965, share))
    .flatMap((x) => ([0, 1] as const).map((side) => finlet(body, x, side, colour)))
    .join('');

const finlet = (body: Body, x: number, side: 0 | 1, colour: Colour): string =>
  medianFin(body, { from: x, to: x + 0.02, heights: [0.003, 0.02, 0.004], kind: 'fleshy', lean: 1.4 }, side, colour);
