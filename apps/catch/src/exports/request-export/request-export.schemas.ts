import { z } from 'zod';
import { catchFilterQuery } from '../../catches/read/catch-list/catch-list.schemas.js';
import { type AskedFilter, EXPORT_FORMATS } from '../export-job.js';

const asText = (value: unknown): unknown =>
  typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;

/** A list's parameters are texts; JSON says numbers and flags as such. */
const asParameters = (filter: unknown): unknown => {
  if (typeof filter !== 'object' || filter === null || Array.isArray(filter)) return filter;
  return Object.fromEntries(
    Object.entries(filter).map(([name, value]) => [name, Array.isArray(value) ? value.map(asText) : asText(value)]),
  );
};

export const requestExportBody = z.strictObject({
  format: z.enum(EXPORT_FORMATS),
  filter: z.preprocess(asParameters, catchFilterQuery).optional(),
});

/** The filter of a body that has been parsed, as it is kept. */
export const askedFilterOf = (body: unknown): AskedFilter =>
  asParameters((body as { filter?: unknown }).filter ?? {}) as AskedFilter;
