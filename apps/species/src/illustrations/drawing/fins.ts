import { type Body } from './body.js';
import { type Colour, darker, lighter } from './colour.js';
import type { CaudalFin, MedianFin, PairedFin, SideForm } from './form.js';
import { at, between, curve, curveOn, lerp, line, point, type Point, steps, through } from './geometry.js';

const ROOT = 0.012;

interface Web {
  /** Where the fin leaves the body, from front to back. */
  readonly roots: readonly Point[];
  readonly margin: readonly Point[];
}

/** A fin as SVG: its web, its spines or rays, its edge. */
const drawn = ({ roots, margin }: Web, colour: Colour, fin: { kind: string; rays: number }): string => {
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
  return drawn({ roots, margin: [at(roots, 0), ...margin, at(roots, 10)] }, colour, { kind: fin.kind, rays });
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
    ? [[0.1, 0.2], [0.5, 0.3], [0.85, 0.16], [1, 0.02], [0.72, -0.16], [0.4, -0.34], [0.12, -0.34]]
    : [[0.1, 0.24], [0.5, 0.46], [0.82, 0.42], [0.98, 0.1], [0.9, -0.3], [0.6, -0.52], [0.15, -0.32]];
  const margin = shape.map(([forward, sideways]) => turned(forward, sideways * wide));
  const roots = [turned(0, 0.2 * wide), turned(-0.03, 0), turned(0, -0.2 * wide)];
  return drawn({ roots, margin }, colour, { kind: 'soft', rays: 13 });
};

/** A small fatty fin, as salmon and catfish have it. */
export const adiposeFin = (body: Body, x: number, colour: Colour): string =>
  medianFin(body, { from: x, to: x + 0.035, heights: [0.004, 0.026, 0.034, 0.012], kind: 'fleshy', lean: 1.1 }, 0, colour);

export const finlets = (body: Body, { from, count }: NonNullable<SideForm['finlets']>, colour: Colour): string =>
  steps(count - 1)
    .map((share) => lerp(from, 0.965, share))
    .flatMap((x) => ([0, 1] as const).map((side) => finlet(body, x, side, colour)))
    .join('');

const finlet = (body: Body, x: number, side: 0 | 1, colour: Colour): string =>
  medianFin(body, { from: x, to: x + 0.02, heights: [0.003, 0.02, 0.004], kind: 'fleshy', lean: 1.4 }, side, colour);

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
  return drawn({ roots, margin }, colour, { kind: 'soft', rays: 24 });
};

/** How far back, and how far from the root (0) to the tip (1) up or down. */
const caudalMargin = ({ kind, fork = 0.5 }: CaudalFin): (readonly [number, number])[] => {
  const upper: (readonly [number, number])[] = {
    forked: [[0.3, 0.3], [0.66, 0.74], [0.92, 0.97], [1, 1], [0.96, 0.86], [lerp(0.95, 1 - fork, 0.6), 0.44], [1 - fork * 0.93, 0.14]],
    lunate: [[0.22, 0.36], [0.52, 0.78], [0.85, 0.98], [1, 1], [0.86, 0.82], [lerp(0.8, 1 - fork, 0.5), 0.45], [1 - fork * 0.96, 0.14]],
    truncate: [[0.35, 0.5], [0.7, 0.88], [0.94, 1], [1, 0.94], [1 - fork * 0.1, 0.55], [1 - fork * 0.14, 0.18]],
    rounded: [[0.3, 0.62], [0.62, 0.95], [0.84, 0.93], [0.95, 0.66], [1, 0.3]],
    pointed: [[0.3, 0.75], [0.6, 0.72], [0.85, 0.42], [0.97, 0.14]],
    shark: [],
    none: [],
  }[kind] as (readonly [number, number])[];
  const lower = upper.map(([x, y]) => [x, -y] as const).reverse();
  return [...upper, [kind === 'rounded' || kind === 'pointed' ? 1 : 1 - fork * (kind === 'truncate' ? 0.15 : 1), 0], ...lower];
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
  return drawn({ roots, margin }, colour, { kind: 'fleshy', rays: 0 });
};
