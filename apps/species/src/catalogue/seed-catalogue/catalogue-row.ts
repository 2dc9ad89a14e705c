import { z } from 'zod';
import { REGIONS, type SpeciesFacts, WATERS, type WorldRecord } from '../species.events.js';
import { greatestWeight } from '../world-record.js';
import { isMislabelled, parseCommonNames } from './common-names.js';

const CM_PER_INCH = 2.54;

const text = z.string().refine((value) => value === value.trim(), 'has outer white space');
const filled = text.min(1, 'is empty');
const decimal = (least: number, most: number) =>
  z
    .string()
    .regex(/^(\d+(\.\d+)?)?$/, 'is not a plain decimal number')
    .transform((value) => (value === '' ? null : Number(value)))
    .refine(
      (value) => value === null || (value >= least && value <= most),
      `is outside ${String(least)} to ${String(most)}`,
    );

const isDay = (value: string): boolean => {
  if (/^\d{4}(-(0[1-9]|1[0-2]))?$/.test(value)) return true;
  return z.iso.date().safeParse(value).success;
};

const names = text.transform((value, context) => {
  const { names: parsed, malformed } = parseCommonNames(value);
  for (const entry of malformed)
    context.addIssue({ code: 'custom', message: `cannot read the name ${JSON.stringify(entry)}` });
  for (const { name } of parsed.filter(isMislabelled))
    context.addIssue({ code: 'custom', message: `does not say the language of ${JSON.stringify(name)}` });
  return parsed;
});

const regions = z
  .string()
  .transform((value) => value.split(';'))
  .pipe(z.array(z.enum(REGIONS, `must be among ${REGIONS.join(', ')}`)));

const cells = z.strictObject({
  scientific_name: z.string().regex(/^[A-Z][a-z]+ [a-z]+(-[a-z]+)?$/, 'is not "Genus species"'),
  common_name: filled,
  other_common_names: names,
  family: z.string().regex(/^[A-Z][a-z]+idae$/, 'is no family name'),
  order: z.string().regex(/^[A-Z][a-z]+iformes$/, 'is no order name'),
  water: z.enum(WATERS, `must be one of ${WATERS.join(', ')}`),
  regions,
  world_record_lb: decimal(0.01, 5000),
  world_record_place: text,
  world_record_date: text.refine((value) => value === '' || isDay(value), 'is no year, month or day'),
  world_record_angler: text,
  world_record_source: text,
  max_weight_lb_reported: decimal(0.01, 60_000),
  max_length_cm: decimal(1, 2500),
  gbif_or_wikidata_id: text,
  photo_url: text,
  photo_source_page: text,
  photo_license: text,
  photo_author: text,
});
type Cells = z.infer<typeof cells>;

export const CATALOGUE_COLUMNS: readonly string[] = Object.keys(cells.shape);

const RECORD = [
  'world_record_lb',
  'world_record_place',
  'world_record_date',
  'world_record_angler',
  'world_record_source',
] as const;

/** One row of the catalogue as the facts of a species. */
export const catalogueRow = cells
  .refine(
    (row) => new Set(RECORD.map((column) => row[column] === null || row[column] === '')).size === 1,
    'the world record is half filled',
  )
  .transform((row): SpeciesFacts => ({
    commonName: row.common_name,
    scientificName: row.scientific_name,
    family: row.family,
    order: row.order,
    water: row.water,
    regions: row.regions,
    commonNames: [{ name: row.common_name, language: 'en', region: null }, ...row.other_common_names],
    worldRecord: worldRecordOf(row),
    reportedMaxWeightLbs: row.max_weight_lb_reported,
    maxWeightLbs: greatestWeight(row.max_weight_lb_reported, worldRecordOf(row)),
    maxLengthIn: row.max_length_cm === null ? null : Math.round((row.max_length_cm / CM_PER_INCH) * 10) / 10,
  }));

const worldRecordOf = (row: Cells): WorldRecord | null =>
  row.world_record_lb === null
    ? null
    : {
        weightLbs: row.world_record_lb,
        place: row.world_record_place,
        date: row.world_record_date,
        angler: row.world_record_angler,
        source: row.world_record_source,
      };
