import { acceptBody, parseBody } from '@cds/validation';
import { z } from 'zod';
import { type CatchFilterQuery, catchFilterQuery } from '../../catches/read/catch-list/catch-list.schemas.js';
import { EXPORT_FORMATS, type ExportFormat, type RequestedFilter } from '../export-job.js';

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
  readonly filter: CatchFilterQuery;
  /** The same filter as the request had it, which is stored and returned. */
  readonly requestedFilter: RequestedFilter;
}

/** Fails with `request.invalid`, naming everything that is wrong with the body. */
export const readExportRequest = (body: unknown): ExportRequest => {
  const { format, filter = {} } = acceptBody(parseBody(requestExportBody, body));
  const requestedFilter = asParameters((body as { filter?: unknown }).filter ?? {}) as RequestedFilter;
  return { format, filter, requestedFilter };
};
