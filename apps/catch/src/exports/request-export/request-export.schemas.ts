import type { Violation } from '@cds/errors';
import { parseBody, throwIfAny } from '@cds/validation';
import { z } from 'zod';
import { catchFilterQuery, speciesFilterQuery } from '../../catches/read/catch-list/catch-list.schemas.js';
import { EXPORT_FORMATS, type ExportFormat, type FilterParameters } from '../export-job.js';

const asText = (value: unknown): unknown =>
  typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;

/** The parameters of a list are texts, where JSON has numbers and booleans. */
const asParameters = (filter: unknown): unknown => {
  if (typeof filter !== 'object' || filter === null || Array.isArray(filter)) return filter;
  return Object.fromEntries(
    Object.entries(filter).map(([name, value]) => [name, Array.isArray(value) ? value.map(asText) : asText(value)]),
  );
};

export const requestExportBody = z
  .strictObject({
    format: z.enum(EXPORT_FORMATS),
    filter: z.preprocess(asParameters, catchFilterQuery).optional(),
  })
  .meta({ id: 'NewExport' });

/** A valid request for an export. */
export interface ExportRequest {
  readonly format: ExportFormat;
  /** As it was sent, which is what is shown. */
  readonly sentFilter: object;
  /** The same as parameters of a list, by which the export runs. */
  readonly filter: FilterParameters;
}

const filteredSpecies = z.object({ filter: z.preprocess(asParameters, speciesFilterQuery) });

/** The species that the filter of a body names, whatever else is wrong with the body. */
export const speciesIn = (body: unknown): readonly string[] | undefined =>
  parseBody(filteredSpecies, body).partial.filter?.species;

/** Fails with `request.invalid`, naming everything that is wrong with the body: what is `found` already, too. */
export const acceptExportRequest = (body: unknown, found: readonly Violation[]): ExportRequest => {
  const { value, violations = [] } = parseBody(requestExportBody, body);
  throwIfAny({ invalid: [...violations, ...found] });
  if (!value) throw new Error('a body without violations has no value');
  const { filter: sentFilter = {} } = body as { filter?: object };
  return { format: value.format, sentFilter, filter: asParameters(sentFilter) as FilterParameters };
};
