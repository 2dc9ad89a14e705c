import { type Body, bodyOf } from './body.js';
import { darker, lighter, mix } from './colour.js';
import { caudalFin } from './caudal-fin.js';
import { adiposeFin, finlets, medianFin, pairedFin } from './fins.js';
import type { Casting, Palette, SideForm } from './form.js';
import { line, steps, UNIT } from './geometry.js';
import { barbels, bill, eye, gillCover, mouth } from './head.js';
import { lateralLine, markingsOn, plates, scalesOn } from './markings.js';

/** A fish from its left side, as SVG in thousandths of its body length. */
export const sideView = (
  form: SideForm,
  { palette, markings }: Omit<Casting, 'form'>,
  random: () => number,
): string => {
  const body = bodyOf(form);
  return [
    `<defs>${gradients(palette, form)}<clipPath id="body"><path d="${body.outline}"/></clipPath>`,
    form.scales ? scalesOn(form.scales, palette.back) : '',
    '</defs>',
    farFins(body, form, palette),
    bill(form, palette),
    `<path d="${body.outline}" fill="${form.wave ? palette.flank : 'url(#skin)'}"/>`,
    `<g clip-path="url(#body)">${skin(body, form, { palette, markings }, random)}</g>`,
    `<path d="${body.rim}" fill="none" stroke="${darker(palette.back, 0.6)}" stroke-width="3.4" ` +
      `stroke-linejoin="round"/>`,
    mouth(body, form, palette),
    eye(body, form.eye, palette.eye),
    form.flat ? eye(body, { ...form.eye, x: form.eye.x * 0.72, y: form.eye.y + form.eye.r * 2.9 }, palette.eye) : '',
    barbels(body, form, palette),
    form.pectoral ? pairedFin(body, form.pectoral, mix(palette.fins, palette.flank, 0.25)) : '',
  ].join('');
};

const farFins = (body: Body, form: SideForm, { fins, back, belly }: Palette): string =>
  [
    caudalFin(body, form.caudal, fins),
    ...form.dorsal.map((fin) => medianFin(body, fin, 0, form.gillSlits ? back : mix(fins, back, 0.25))),
    ...form.anal.map((fin) => medianFin(body, fin, 1, mix(fins, belly, 0.2))),
    form.adipose === undefined ? '' : adiposeFin(body, form.adipose, mix(fins, back, 0.5)),
    form.finlets ? finlets(body, form.finlets, fins) : '',
    form.pelvic ? pairedFin(body, form.pelvic, mix(fins, belly, 0.2)) : '',
  ].join('');

/** Dark above, light below, as fish are: the light of the surface evens it out. */
const gradients = ({ back, flank, belly }: Palette, form: SideForm): string => {
  const tall = Math.max(...form.top) * UNIT;
  const deep = Math.max(...form.bottom) * UNIT;
  const stop = (offset: number, colour: string): string => `<stop offset="${offset}" stop-color="${colour}"/>`;
  return (
    `<linearGradient id="skin" gradientUnits="userSpaceOnUse" x1="0" y1="${-tall}" x2="0" y2="${deep}">` +
    (form.flat
      ? stop(0, darker(flank, 0.12)) + stop(0.35, back) + stop(0.6, flank) + stop(1, darker(flank, 0.2))
      : stop(0, darker(back, 0.25)) +
        stop(0.2, back) +
        stop(0.48, flank) +
        stop(0.74, mix(flank, belly, 0.75)) +
        stop(0.9, belly) +
        stop(1, darker(belly, 0.16))) +
    '</linearGradient>' +
    `<linearGradient id="head" gradientUnits="userSpaceOnUse" x1="0" y1="0" x2="${form.gill * UNIT}" y2="0">` +
    `<stop offset="0" stop-color="${darker(back, 0.3)}" stop-opacity=".5"/>` +
    `<stop offset="1" stop-color="${back}" stop-opacity=".06"/></linearGradient>`
  );
};

const skin = (
  body: Body,
  form: SideForm,
  { palette, markings }: Omit<Casting, 'form'>,
  random: () => number,
): string => {
  const gill = (form.gill - 0.01) * UNIT;
  const wide = { x: -400, y: -700, width: 1_800, height: 1_400 };
  const rect = (attributes: string): string =>
    `<rect x="${wide.x}" y="${wide.y}" width="${wide.width}" height="${wide.height}" ${attributes}/>`;
  return [
    form.wave ? countershade(body, form, palette) : '',
    form.scales
      ? `<rect x="${gill}" y="${wide.y}" width="${1_100 - gill}" height="${wide.height}" ` +
        `fill="url(#scales)" opacity=".3"/>`
      : '',
    markingsOn(body, markings, random),
    rect('fill="url(#head)"').replace(`width="${wide.width}"`, `width="${form.gill * UNIT - wide.x}"`),
    (form.scutes ?? [])
      .map(
        (row) =>
          `<path d="${plates(body, row)}" fill="${lighter(palette.flank, 0.35)}" ` +
          `stroke="${darker(palette.back, 0.4)}" stroke-width="1.6"/>`,
      )
      .join(''),
    shine(body, form),
    form.lateralLine
      ? `<path d="${lateralLine(body, form.lateralLine, form.gill)}" fill="none" ` +
        `stroke="${darker(palette.back, 0.5)}" ` +
        `stroke-opacity=".7" stroke-width="3.2" stroke-dasharray="7 4"/>`
      : '',
    gillCover(body, form, palette),
  ].join('');
};

/** What the gradient is for a straight body. */
const countershade = (body: Body, form: SideForm, { back, belly }: Palette): string =>
  streak(body, form, { share: 0.06, width: 0.5, colour: back, opacity: 0.9, filter: 'softer' }) +
  streak(body, form, { share: 0.98, width: 0.42, colour: belly, opacity: 0.9, filter: 'softer' });

interface Streak {
  readonly share: number;
  readonly width: number;
  readonly colour: string;
  readonly opacity: number;
  readonly filter: 'soft' | 'softer';
}

const streak = (body: Body, form: SideForm, { share, width, colour, opacity, filter }: Streak): string => {
  const depth = (Math.max(...form.top) + Math.max(...form.bottom)) * UNIT;
  const path = line(steps(30).map((step) => body.place(0.03 + 0.95 * step, share)));
  return (
    `<path d="${path}" fill="none" stroke="${colour}" stroke-opacity="${opacity}" ` +
    `stroke-width="${Math.round(depth * width)}" stroke-linejoin="round" filter="url(#${filter})"/>`
  );
};

/** Light from above, and the shade below. */
const shine = (body: Body, form: SideForm): string => {
  const stroke = (share: number, width: number, colour: string, opacity: number): string =>
    streak(body, form, { share, width, colour, opacity, filter: form.wave ? 'soft' : 'softer' });
  return stroke(0.24, 0.07, '#ffffff', 0.3) + stroke(0.97, 0.12, '#10202a', 0.26) + stroke(0, 0.08, '#0a1216', 0.3);
};
