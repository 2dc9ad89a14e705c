import type { Body } from './body.js';
import { type Colour, darker, lighter } from './colour.js';
import type { Palette, SideForm } from './form.js';
import { at, curve, lerp, line, point, type Point, polygon, steps, UNIT } from './geometry.js';

const round = (value: number): number => Math.round(value * 10) / 10;

export const eye = (body: Body, { x, y, r }: { x: number; y: number; r: number }, colour: Colour): string => {
  const centre = body.bend(point(x, y));
  const disc = (radius: number, fill: string, dx = 0, dy = 0): string =>
    `<circle cx="${round((centre.x + dx * r) * UNIT)}" cy="${round(-(centre.y + dy * r) * UNIT)}" ` +
    `r="${round(radius * r * UNIT)}" fill="${fill}"/>`;
  return (
    disc(1.18, darker(colour, 0.72)) +
    disc(1, colour) +
    disc(0.86, lighter(colour, 0.22), -0.04, 0.06) +
    disc(0.56, '#0c0f12') +
    disc(0.17, '#ffffff', -0.22, 0.26)
  );
};

/** Where back and belly meet. */
export const snoutOf = (form: SideForm): Point => point(0, (at(form.top, 0) - at(form.bottom, 0)) / 2);

export const mouth = (body: Body, form: SideForm, palette: Palette): string => {
  const { x, y, lip = 0, jaw } = form.mouth;
  const [snout, corner] = [snoutOf(form), point(x, y)];
  const sag = Math.abs(x) * 0.1;
  const middle = point(x * 0.5, lerp(snout.y, y, 0.5) + (y < snout.y ? sag * 0.4 : -sag * 0.4));
  const gape = curve([snout, middle, corner].map(body.bend));
  const dark = darker(palette.back, 0.62);
  const parts = [
    `<path d="${gape}" fill="none" stroke="${dark}" stroke-width="${jaw ? 5 : 4}" stroke-linecap="round"/>`,
  ];
  if (jaw) parts.push(maxilla(body, snout, corner, palette));
  if (lip > 0) parts.push(lips(body, snout, corner, lip, palette));
  if (form.teeth) parts.push(teeth(body, snout, corner));
  return parts.join('');
};

/** The bone above the gape, of fish that swallow others. */
const maxilla = (body: Body, snout: Point, corner: Point, palette: Palette): string => {
  const [w, h] = [corner.x, Math.max(0.012, Math.abs(corner.x) * 0.12)];
  const shape = [
    point(w * 0.3, lerp(snout.y, corner.y, 0.3) + h * 0.5),
    point(w * 0.7, lerp(snout.y, corner.y, 0.7) + h * 0.9),
    point(w * 1.06, corner.y + h * 0.9),
    point(w * 1.08, corner.y - h * 0.75),
    point(w * 0.8, lerp(snout.y, corner.y, 0.8) - h * 0.1),
  ];
  return (
    `<path d="${curve(shape.map(body.bend), true)}" fill="${lighter(palette.flank, 0.12)}" fill-opacity=".75" ` +
    `stroke="${darker(palette.back, 0.45)}" stroke-width="2"/>`
  );
};

const lips = (body: Body, snout: Point, corner: Point, lip: number, palette: Palette): string =>
  [1, -1]
    .map((side) => {
      const shape = [point(-0.004, snout.y), point(corner.x * 0.5, lerp(snout.y, corner.y, 0.5) + side * lip), corner];
      const path = curve(shape.map(body.bend));
      return (
        `<path d="${path}" fill="none" stroke="${lighter(palette.flank, 0.3)}" stroke-opacity=".8" ` +
        `stroke-width="${round(lip * 700)}" stroke-linecap="round"/>`
      );
    })
    .join('') +
  `<path d="${line([snout, corner].map(body.bend))}" stroke="${darker(palette.back, 0.6)}" stroke-width="3" ` +
  `fill="none"/>`;

const teeth = (body: Body, snout: Point, corner: Point): string => {
  const path = steps(9)
    .slice(1)
    .map((share) => {
      const [x, y] = [lerp(0.004, corner.x * 0.95, share), lerp(snout.y, corner.y, share)];
      const up = Math.round(share * 9) % 2 === 0 ? 0.007 : -0.008;
      return polygon([point(x - 0.0022, y), point(x, y + up), point(x + 0.0022, y)].map(body.bend));
    });
  return `<path d="${path.join('')}" fill="#f7f4ea" stroke="#555" stroke-width=".8"/>`;
};

/** The edge of the gill cover, with its shadow, and the fainter one before it. */
export const gillCover = (body: Body, form: SideForm, palette: Palette): string => {
  if (form.gillSlits) return slits(body, form, form.gillSlits);
  const arc = (x: number, bulge: number, from: number, to: number): string =>
    curve(
      steps(10).map((share) => {
        const down = lerp(from, to, share);
        return body.place(x + bulge * Math.sin(Math.PI * Math.min(share * 1.12, 1)) - 0.05 * share ** 3, down);
      }),
    );
  const edge = arc(form.gill - 0.035, 0.045, 0.2, 0.93);
  const inner = arc(form.gill - 0.085, 0.03, 0.34, 0.9);
  const dark = darker(palette.back, 0.6);
  return (
    `<path d="${edge}" fill="none" stroke="${dark}" stroke-opacity=".5" stroke-width="16" ` +
    `filter="url(#soft)" transform="translate(7 3)"/>` +
    `<path d="${edge}" fill="none" stroke="${dark}" stroke-opacity=".85" stroke-width="3.6" stroke-linecap="round"/>` +
    `<path d="${edge}" fill="none" stroke="#fff" stroke-opacity=".35" stroke-width="3" transform="translate(-4 0)"/>` +
    `<path d="${inner}" fill="none" stroke="${dark}" stroke-opacity=".38" stroke-width="2.4" stroke-linecap="round"/>`
  );
};

const slits = (body: Body, { gill }: SideForm, count: number): string => {
  const path = steps(count - 1)
    .map((share) =>
      curve(
        [0.36, 0.5, 0.64, 0.74].map((down, index) =>
          body.place(gill - 0.05 + share * 0.055 + index ** 2 * 0.0014, down),
        ),
      ),
    )
    .join('');
  return (
    `<path d="${path}" fill="none" stroke="#20262b" stroke-opacity=".75" stroke-width="4" ` + `stroke-linecap="round"/>`
  );
};

export const barbels = (body: Body, form: SideForm, palette: Palette): string =>
  (form.barbels ?? [])
    .map(([x, y, toX, toY]) => {
      const bow = point(lerp(x, toX, 0.5) + (toX - x) * 0.12, lerp(y, toY, 0.5) - Math.abs(toX - x) * 0.18);
      const path = curve([point(x, y), bow, point(toX, toY)].map(body.bend));
      return [
        `<path d="${path}" fill="none" stroke="${darker(palette.back, 0.5)}" stroke-width="7" stroke-linecap="round"/>`,
        `<path d="${path}" fill="none" stroke="${darker(palette.flank, 0.05)}" stroke-width="4" ` +
          `stroke-linecap="round"/>`,
      ].join('');
    })
    .join('');

export const bill = (form: SideForm, palette: Palette): string => {
  if (!form.bill) return '';
  const { length, thickness, kind } = form.bill;
  const { y } = snoutOf(form);
  const paddle = kind === 'paddle';
  const [thick, far] = [thickness / 2, paddle ? 1.25 : 0.35];
  const shape = [
    point(0.06, y + thick * (paddle ? 1.1 : 1.9)),
    point(-length * 0.45, y + thick * (paddle ? 0.9 : 0.85)),
    point(-length * 0.85, y + thick * far),
    point(-length, y + (paddle ? 0 : thick * 0.1)),
    point(-length * 0.85, y - thick * far),
    point(-length * 0.45, y - thick * (paddle ? 0.9 : 0.85)),
    point(0.06, y - thick * (paddle ? 1.1 : 1.4)),
  ];
  return (
    `<path d="${curve(shape)}Z" fill="${paddle ? palette.flank : palette.back}" ` +
    `stroke="${darker(palette.back, 0.5)}" stroke-width="2.5"/>` +
    `<path d="${line([point(-length * 0.9, y + thick * 0.2), point(0, y + thick * 0.6)])}" stroke="#fff" ` +
    `stroke-opacity=".28" stroke-width="5" filter="url(#soft)"/>`
  );
};
