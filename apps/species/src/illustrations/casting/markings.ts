import type { Area, Marking } from '../drawing/form.js';

const ALL: Area = [0.1, 0.97, 0.08, 0.75];
const UPPER: Area = [0.2, 0.97, 0.06, 0.5];

/** Patterns of skin, named for what they look like. */
export const bars = (count: number, colour = '#2c3324', width = 0.05, reach = 0.72): Marking => ({
  kind: 'bars',
  count,
  from: 0.32,
  to: 0.9,
  width,
  reach,
  colour,
});
export const stripes = (rows: readonly number[], colour = '#2b3031', width = 0.011): Marking => ({
  kind: 'stripes',
  rows,
  width,
  colour,
});
export const spots = (count: number, size: number, colour = '#2a2118', area = ALL): Marking => ({
  kind: 'spots',
  count,
  size,
  colour,
  area,
});
export const ringed = (count: number, size: number, colour: string, halo: string, area = ALL): Marking => ({
  kind: 'spots',
  count,
  size,
  colour,
  halo,
  area,
});
export const mottled = (colour = '#33291c', count = 34, size = 0.034): Marking => ({
  kind: 'blotches',
  count,
  size,
  colour,
  area: [0.06, 0.97, 0.05, 0.85],
});
export const band = (row: number, colour: string, width = 0.05): Marking => ({ kind: 'band', row, width, colour });
export const diamonds: Marking = { kind: 'band', row: 0.46, width: 0.06, colour: '#232b1d', broken: true };
export const dot = (x: number, y: number, size: number, colour = '#15181a', halo?: string): Marking =>
  halo ? { kind: 'dot', x, y, size, colour, halo } : { kind: 'dot', x, y, size, colour };
export const wash = (x: number, y: number, rx: number, ry: number, colour: string): Marking => ({
  kind: 'wash',
  x,
  y,
  rx,
  ry,
  colour,
});
export const backWorms = (colour = '#c9c48c'): Marking => ({
  kind: 'worms',
  count: 70,
  colour,
  area: [0.18, 0.95, 0.08, 0.4],
});
export const mackerelBars: Marking = {
  kind: 'worms',
  count: 40,
  colour: '#16283a',
  area: [0.2, 0.94, 0.12, 0.3],
  upright: true,
};

export const parr = [
  spots(70, 0.0075, '#2b2419', UPPER),
  ringed(18, 0.007, '#b8392a', '#e3d2a8', [0.28, 0.94, 0.35, 0.65]),
];
export const blackSpots = spots(80, 0.0062, '#20241f', [0.22, 0.99, 0.05, 0.55]);
export const fewSpots = spots(24, 0.0065, '#20262a', [0.2, 0.8, 0.06, 0.4]);
export const lineStripes = stripes([0.16, 0.26, 0.36, 0.46, 0.56, 0.66, 0.76], '#242c30', 0.0085);
export const leopard = spots(120, 0.009, '#2b221a');
export { ALL, UPPER };
