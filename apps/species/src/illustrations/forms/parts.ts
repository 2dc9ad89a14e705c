import type { CaudalFin, MedianFin, PairedFin, SideForm } from '../drawing/form.js';

/** Short words for the parts of a form. */
export const spiny = (from: number, to: number, ...heights: readonly number[]): MedianFin => ({
  from,
  to,
  heights,
  kind: 'spiny',
  lean: 0.35,
});

export const soft = (from: number, to: number, ...heights: readonly number[]): MedianFin => ({
  from,
  to,
  heights,
  kind: 'soft',
  lean: 0.5,
});

/** A fin without visible rays, as sharks have it. */
export const fleshy = (from: number, to: number, lean: number, ...heights: readonly number[]): MedianFin => ({
  from,
  to,
  heights,
  kind: 'fleshy',
  lean,
});

export const tail = (kind: CaudalFin['kind'], length: number, span: number, fork = 0.5): CaudalFin => ({
  kind,
  length,
  span,
  fork,
});

export const paired = (x: number, y: number, length: number, width: number, angle: number): PairedFin => ({
  x,
  y,
  length,
  width,
  angle,
});

export const pointed = (x: number, y: number, length: number, width: number, angle: number): PairedFin => ({
  ...paired(x, y, length, width, angle),
  pointed: true,
});

/** The same fish, so much deeper in the body. */
export const deeper = (form: SideForm, factor: number, changes: Partial<SideForm> = {}): SideForm => ({
  ...form,
  top: form.top.map((height) => height * factor),
  bottom: form.bottom.map((depth) => depth * factor),
  eye: { ...form.eye, y: form.eye.y * factor },
  mouth: { ...form.mouth, y: form.mouth.y * factor },
  ...changes,
});
