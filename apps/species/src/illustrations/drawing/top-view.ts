import { darker, lighter } from './colour.js';
import type { Casting, TopForm } from './form.js';
import { curve, curveOn, line, point, type Point, UNIT, xy } from './geometry.js';
import type { Body } from './body.js';
import { markingsOn } from './markings.js';

type Half = readonly (readonly [number, number])[];

/** A flat fish from above, its head to the left, as SVG in thousandths of its body length. */
export const topView = (form: TopForm, { palette, markings }: Omit<Casting, 'form'>, random: () => number): string => {
  const outline = both(form.half);
  const dark = darker(palette.back, 0.6);
  const lobes = (form.lobes ?? []).flatMap((lobe) => [sided(lobe, 1), sided(lobe, -1)]);
  const lobe = (path: string): string =>
    `<path d="${path}" fill="${palette.fins}" stroke="${dark}" stroke-width="2.6" stroke-linejoin="round"/>`;
  return [
    `<defs>${skin(palette)}<clipPath id="body"><path d="${outline}"/></clipPath></defs>`,
    tail(form, palette.back, palette.fins),
    lobes.map(lobe).join(''),
    `<path d="${outline}" fill="url(#skin)"/>`,
    `<g clip-path="url(#body)">`,
    `<path d="${outline}" fill="none" stroke="${darker(palette.back, 0.5)}" stroke-opacity=".35" ` +
      `stroke-width="70" filter="url(#softer)"/>`,
    markingsOn(asBody(form), markings, random),
    `<path d="${line([point(0.08, 0), point(1, 0)])}" stroke="#fff" stroke-opacity=".22" stroke-width="70" ` +
      `filter="url(#softer)"/>`,
    form.ridge
      ? `<path d="${line([point(0.3, 0), point(0.98, 0)])}" stroke="${dark}" stroke-opacity=".55" ` +
        `stroke-width="5" stroke-dasharray="4 11" stroke-linecap="round"/>`
      : '',
    '</g>',
    `<path d="${outline}" fill="none" stroke="${dark}" stroke-width="3.4" stroke-linejoin="round"/>`,
    form.fringe ? fringe(form.half, dark) : '',
    eyes(form, palette.eye, palette.back),
  ].join('');
};

const skin = ({ back, flank }: { back: string; flank: string }): string =>
  `<radialGradient id="skin" gradientUnits="userSpaceOnUse" cx="420" cy="-40" r="620">` +
  `<stop offset="0" stop-color="${lighter(flank, 0.1)}"/><stop offset=".55" stop-color="${flank}"/>` +
  `<stop offset="1" stop-color="${back}"/></radialGradient>`;

const both = (half: Half): string =>
  curve(
    [
      ...half.map(([x, y]) => point(x, y)),
      ...half
        .slice(1)
        .map(([x, y]) => point(x, -y))
        .reverse(),
    ],
    true,
  );

const sided = (lobe: Half, side: number): string =>
  curve(
    lobe.map(([x, y]) => point(x, y * side)),
    true,
  );

const widthAt = (half: Half, x: number): number => {
  const index = half.findIndex(([far]) => far >= x);
  const [right, left] = [half[Math.max(index, 1)], half[Math.max(index, 1) - 1]];
  if (!right || !left) return 0;
  return left[1] + ((right[1] - left[1]) * (x - left[0])) / Math.max(right[0] - left[0], 1e-6);
};

/** So that markings find their places: a share from one edge to the other. */
const asBody = ({ half }: TopForm): Body => {
  const straight = (x: number, share: number): Point => point(x, widthAt(half, x) * (1 - 2 * share));
  return { straight, place: straight, bend: (free) => free, outline: both(half), rim: both(half) };
};

const backFin = (x: number, size: number, paint: string): string => {
  const shape = [
    point(x, 0),
    point(x + size * 0.5, size * 0.3),
    point(x + size * 1.2, size * 0.22),
    point(x + size, 0),
  ];
  return `<path d="${curve(shape, true)}" ${paint} stroke-width="2.2"/>`;
};

const sting = (length: number, width: number): string => {
  const root = 1 + length * 0.3;
  return `M${xy(point(root, 0))}${curveOn([point(root, width * 0.3), point(1 + length * 0.52, 0.012)])}`;
};

const tail = ({ tail: { length, width, kind } }: TopForm, colour: string, fins: string): string => {
  const upper = [point(0.94, width), point(1 + length * 0.35, width * 0.5), point(1 + length * 0.75, width * 0.22)];
  const tip = point(1 + length, 0);
  const shape = [...upper, tip, ...upper.map(({ x, y }) => point(x, -y)).reverse()];
  const fin = (x: number, size: number): string => backFin(x, size, `fill="${fins}" stroke="${darker(colour, 0.5)}"`);
  const stem = `<path d="${curve(shape)}Z" fill="${colour}" stroke="${darker(colour, 0.55)}" stroke-width="3"/>`;
  if (kind === 'whip')
    return `${stem}<path d="${sting(length, width)}" stroke="${darker(colour, 0.65)}" stroke-width="7" fill="none"/>`;
  if (kind === 'fins') return [fin(1 + length * 0.45, 0.1), fin(1 + length * 0.68, 0.09), stem].join('');
  const caudal = [
    point(1 + length * 0.8, 0.012),
    point(1 + length * 1.12, 0.075),
    point(1 + length * 1.06, 0),
    point(1 + length * 1.12, -0.03),
    point(1 + length * 0.8, -0.012),
  ];
  return [
    fin(1 + length * 0.2, 0.11),
    fin(1 + length * 0.55, 0.1),
    stem,
    `<path d="${curve(caudal, true)}" fill="${fins}" stroke="${darker(colour, 0.55)}" stroke-width="2.6"/>`,
  ].join('');
};

const eyes = ({ eyes: { x, y, r } }: TopForm, colour: string, back: string): string =>
  [1, -1]
    .map((side) => {
      const place = (dx: number, dy: number): string => `cx="${(x + dx) * UNIT}" cy="${-(y * side + dy) * UNIT}"`;
      return (
        `<ellipse ${place(0, 0)} rx="${r * 1_500}" ry="${r * 1_200}" fill="${darker(back, 0.4)}"/>` +
        `<ellipse ${place(0, 0)} rx="${r * 1_150}" ry="${r * 900}" fill="${colour}"/>` +
        `<ellipse ${place(0, 0)} rx="${r * 650}" ry="${r * 600}" fill="#0c0f12"/>` +
        `<circle ${place(-r * 0.25, r * 0.25)} r="${r * 200}" fill="#fff"/>` +
        `<ellipse ${place(r * 3.1, 0)} rx="${r * 900}" ry="${r * 420}" fill="#171c20" fill-opacity=".55"/>`
      );
    })
    .join('');

/** Lobes of skin around the edge, as anglerfish have them. */
const fringe = (half: Half, colour: string): string => {
  const tufts = half
    .slice(1, -1)
    .flatMap(([x, y]) => [1, -1].map((side) => line([point(x, y * side), point(x - 0.012, (y + 0.028) * side)])));
  return `<path d="${tufts.join('')}" stroke="${colour}" stroke-width="5" stroke-linecap="round"/>`;
};
