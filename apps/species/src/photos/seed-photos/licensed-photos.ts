import { parse } from 'csv-parse/sync';
import { z } from 'zod';

/** A photo somewhere in the web, under a licence by which it may be shown. */
export interface LicensedPhoto {
  readonly scientificName: string;
  readonly url: string;
  readonly license: string;
  readonly author: string | null;
  readonly page: string | null;
}

const cells = z.object({
  scientific_name: z.string(),
  photo_url: z.string(),
  photo_source_page: z.string(),
  photo_license: z.string(),
  photo_author: z.string(),
});

/** The photos of a catalogue in CSV that have an address and a licence: without a licence none is shown. */
export const licensedPhotos = (csv: string): LicensedPhoto[] =>
  z
    .array(cells)
    .parse(parse(csv, { bom: true, columns: true, skip_empty_lines: true }))
    .filter((row) => row.photo_url !== '' && row.photo_license !== '')
    .map((row) => ({
      scientificName: row.scientific_name,
      url: row.photo_url,
      license: row.photo_license,
      author: row.photo_author || null,
      page: row.photo_source_page || null,
    }));
