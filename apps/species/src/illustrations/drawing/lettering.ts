import { readFileSync } from 'node:fs';
import opentype from 'opentype.js';

/** EB Garamond, under the SIL Open Font License. */
const FONTS = new URL('../../../data/fonts/', import.meta.url);

const load = (style: 'normal' | 'italic'): opentype.Font => {
  const { buffer } = new Uint8Array(readFileSync(new URL(`eb-garamond-latin-500-${style}.woff`, FONTS)));
  return opentype.parse(buffer);
};

let fonts: Record<'normal' | 'italic', opentype.Font> | undefined;

export interface Lettering {
  readonly path: string;
  readonly width: number;
}

/**
 * Text as the outlines of its letters, from its base line at 0,0: a picture then needs no font where it is drawn, and
 * looks the same everywhere. Characters that the typeface does not have are left out.
 */
export const lettering = (text: string, size: number, style: 'normal' | 'italic' = 'normal'): Lettering => {
  fonts ??= { normal: load('normal'), italic: load('italic') };
  const font = fonts[style];
  const known = [...text.normalize('NFC')].filter((one) => font.charToGlyphIndex(one) > 0).join('');
  return {
    path: font.getPath(known, 0, 0, size).commands.map(written).join(''),
    width: font.getAdvanceWidth(known, size),
  };
};

/** The library's own `toPathData` loses the space before a zero. */
const written = (command: opentype.PathCommand): string =>
  `${command.type}${numbersOf(command)
    .map((value) => value.toFixed(1))
    .join(' ')}`;

const numbersOf = (command: opentype.PathCommand): number[] => {
  switch (command.type) {
    case 'Z':
      return [];
    case 'C':
      return [command.x1, command.y1, command.x2, command.y2, command.x, command.y];
    case 'Q':
      return [command.x1, command.y1, command.x, command.y];
    default:
      return [command.x, command.y];
  }
};
