import { type Colour, darker } from './colour.js';
import type { Casting } from './form.js';
import { lettering } from './lettering.js';
import { randomOf } from './random.js';
import { sideView } from './side-view.js';
import { topView } from './top-view.js';

export const PLATE = { width: 1_600, height: 900 } as const;

/** What a plate says of a species. */
export interface Subject {
  readonly commonName: string;
  readonly scientificName: string;
  readonly water: string;
  readonly maxLengthIn: number | null;
}

const PAPERS: Readonly<Record<string, readonly [Colour, Colour]>> = {
  freshwater: ['#f6f6ec', '#dfe8d8'],
  saltwater: ['#f4f7f7', '#d5e4ec'],
};
const BRACKISH = ['#f6f6ef', '#d9e7e2'] as const;
const INK = '#26323a';
/** Where the fish goes. */
const ROOM = { x: 110, y: 84, width: 1_380, height: 600 } as const;

/** A species as an SVG document, always the same for the same facts: the fish, its names and how long it gets. */
export const plate = (subject: Subject, casting: Casting): string => {
  const random = randomOf(subject.scientificName);
  const { form } = casting;
  const fish = form.view === 'side' ? sideView(form, casting, random) : topView(form, casting, random);
  const box = boxOf(fish);
  const scale = Math.min(ROOM.width / box.width, ROOM.height / box.height);
  const x = ROOM.x + ROOM.width / 2 - (box.x + box.width / 2) * scale;
  const y = ROOM.y + ROOM.height / 2 - (box.y + box.height / 2) * scale;
  const [light, deep] = PAPERS[subject.water] ?? BRACKISH;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${PLATE.width}" height="${PLATE.height}" viewBox="0 0 ` +
      `${PLATE.width} ${PLATE.height}">`,
    `<defs>${FILTERS}<radialGradient id="paper" cx=".5" cy=".42" r=".75"><stop offset="0" stop-color="${light}"/>` +
      `<stop offset="1" stop-color="${deep}"/></radialGradient></defs>`,
    `<rect width="${PLATE.width}" height="${PLATE.height}" fill="url(#paper)"/>`,
    `<g transform="translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${scale.toFixed(4)})">${fish}</g>`,
    names(subject, deep),
    scaleBar(subject.maxLengthIn, box.width * scale),
    '</svg>',
  ].join('');
};

const FILTERS =
  '<filter id="soft" x="-30%" y="-30%" width="160%" height="160%"><feGaussianBlur stdDeviation="4"/></filter>' +
  '<filter id="softer" x="-50%" y="-50%" width="200%" height="200%"><feGaussianBlur stdDeviation="16"/></filter>';

/** The extent of what is drawn, by the end points of its paths. */
const boxOf = (svg: string): { x: number; y: number; width: number; height: number } => {
  const numbers = [...svg.matchAll(/ d="([^"]+)"/g)].flatMap(([, path = '']) => [
    ...path.matchAll(/(-?\d+(?:\.\d+)?),(-?\d+(?:\.\d+)?)(?=[MLCZ]|$)/g),
  ]);
  let [left, right, top, bottom] = [0, 0, 0, 0];
  for (const [, x, y] of numbers) {
    [left, right] = [Math.min(left, Number(x)), Math.max(right, Number(x))];
    [top, bottom] = [Math.min(top, Number(y)), Math.max(bottom, Number(y))];
  }
  return { x: left, y: top, width: right - left, height: bottom - top };
};

const names = ({ commonName, scientificName }: Subject, deep: Colour): string => {
  const [common, scientific] = [lettering(commonName, 58), lettering(scientificName, 38, 'italic')];
  return (
    `<path d="M80,742H1520" stroke="${darker(deep, 0.25)}" stroke-width="1.6"/>` +
    `<path transform="translate(80 808)" d="${common.path}" fill="${INK}"/>` +
    `<path transform="translate(82 860)" d="${scientific.path}" fill="${INK}" fill-opacity=".72"/>`
  );
};

const LENGTHS = [1, 2, 3, 6, 12, 24, 36, 60, 120, 240];

/** As long as the round length that it names is on the largest fish of the species. */
const scaleBar = (lengthIn: number | null, drawnWidth: number): string => {
  if (lengthIn === null) return '';
  const perInch = drawnWidth / lengthIn;
  const inches = LENGTHS.filter((one) => one * perInch <= 300).at(-1) ?? 1;
  const end = 1_520;
  const start = end - inches * perInch;
  const metres = inches * 2.54;
  const imperial = inches < 12 ? `${inches} in` : `${inches / 12} ft`;
  const label = lettering(
    `${imperial} · ${metres < 100 ? `${Math.round(metres)} cm` : `${(metres / 100).toFixed(1)} m`}`,
    30,
  );
  const bar = `M${start.toFixed(1)},786V806M${start.toFixed(1)},796H${end}M${end},786V806`;
  return (
    `<path d="${bar}" fill="none" stroke="${INK}" stroke-width="2.6"/>` +
    `<path transform="translate(${(end - label.width).toFixed(1)} 848)" d="${label.path}" fill="${INK}" ` +
    `fill-opacity=".8"/>`
  );
};
