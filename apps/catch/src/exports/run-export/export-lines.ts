import type { CatchView } from '../../catches/read/catch-view.js';
import type { ExportFormat } from '../export-job.js';

/** How a format writes catches. */
export interface ExportLines {
  readonly head: string;
  line(view: CatchView): string;
}

export const exportLines = (format: ExportFormat): ExportLines => (format === 'csv' ? CSV : NDJSON);

const NDJSON: ExportLines = { head: '', line: (view) => `${JSON.stringify(view)}\n` };

/** A column of the file; nested fields with a dot, lists and metadata as JSON. */
const COLUMNS: readonly (readonly [name: string, value: (view: CatchView) => unknown])[] = [
  ['id', (view) => view.id],
  ['species', (view) => view.species],
  ['species_id', (view) => view.species_id],
  ['weight_lbs', (view) => view.weight_lbs],
  ['length_in', (view) => view.length_in],
  ['depth_ft', (view) => view.depth_ft],
  ['verification_tier', (view) => view.verification_tier],
  ['caught_at', (view) => view.caught_at],
  ['created_at', (view) => view.created_at],
  ['updated_at', (view) => view.updated_at],
  ['angler.id', (view) => view.angler.id],
  ['angler.name', (view) => view.angler.name],
  ['location.name', (view) => view.location?.name],
  ['location.latitude', (view) => view.location?.latitude],
  ['location.longitude', (view) => view.location?.longitude],
  ['location.region', (view) => view.location?.region],
  ['location.country', (view) => view.location?.country],
  ['location.obscured', (view) => view.location?.obscured],
  ['method', (view) => view.method],
  ['bait', (view) => view.bait],
  ['water_type', (view) => view.water_type],
  ['released', (view) => view.released],
  ['notes', (view) => view.notes],
  ['photos', (view) => view.photos],
  ['version', (view) => view.version],
  ['external_id', (view) => view.external_id],
  ['metadata', (view) => view.metadata],
];

/** RFC 4180, but for lines that end in LF. */
const CSV: ExportLines = {
  head: `${COLUMNS.map(([name]) => name).join(',')}\n`,
  line: (view) => `${COLUMNS.map(([, value]) => cellOf(value(view))).join(',')}\n`,
};

const cellOf = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return quoted(typeof value === 'string' ? unformulated(value) : JSON.stringify(value));
};

/** A spreadsheet takes a text that begins so for a formula, and an apostrophe for the sign that it is none. */
const unformulated = (text: string): string => (BEGINS_FORMULA.test(text) ? `'${text}` : text);

/** Some take the full-width forms for the same signs, and skip a line feed. */
const BEGINS_FORMULA = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;

const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
