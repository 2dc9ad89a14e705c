/** `#rrggbb`. */
export type Colour = string;

const channels = (colour: Colour): number[] =>
  [1, 3, 5].map((start) => Number.parseInt(colour.slice(start, start + 2), 16));

/** A mixture: `share` of the second colour. */
export const mix = (one: Colour, other: Colour, share: number): Colour => {
  const added = channels(other);
  const mixed = channels(one).map((value, index) => Math.round(value + ((added[index] ?? value) - value) * share));
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
};

export const darker = (colour: Colour, share: number): Colour => mix(colour, '#10151a', share);
export const lighter = (colour: Colour, share: number): Colour => mix(colour, '#ffffff', share);
