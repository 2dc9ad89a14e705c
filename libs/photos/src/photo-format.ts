import type { PhotoFormat } from './image.js';

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const JPEG = Buffer.from([0xff, 0xd8, 0xff]);

/** What the first bytes say that a file is, whatever it is called; undefined for all else. */
export const formatOf = (file: Buffer): PhotoFormat | undefined => {
  if (file.subarray(0, 3).equals(JPEG)) return 'jpeg';
  if (file.subarray(0, 8).equals(PNG)) return 'png';
  return file.toString('latin1', 0, 4) === 'RIFF' && file.toString('latin1', 8, 12) === 'WEBP' ? 'webp' : undefined;
};
