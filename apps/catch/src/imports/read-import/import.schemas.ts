import { cursorPageQuery, cursorPageRules, fieldsQuery, queryFields } from '@cds/listing';
import { z } from 'zod';
import { jobStatusSchema } from '../../jobs/job-status.js';
import { jobListQuery } from '../../jobs/list-jobs.schemas.js';
import { MAX_ROW_ERRORS } from '../import-limits.js';

const instant = z.iso.datetime({ precision: 3 });

/** An import as the API answers it. */
export const importSchema = z
  .strictObject({
    id: z.string(),
    status: jobStatusSchema,
    format: z.enum(['ndjson', 'csv']),
    progress: z.number().min(0).max(1),
    accepted: z.int(),
    duplicates: z.int().meta({ description: 'The number of rows that had been imported before.' }),
    rejected: z.int(),
    created_at: instant,
    completed_at: instant.nullable(),
    error: z.string().nullable(),
  })
  .meta({ id: 'ImportJob' });

export const rowErrorSchema = z.looseObject({ code: z.string(), detail: z.string() });

/** A rejected row as the API answers it. */
export const rejectedSchema = z
  .strictObject({
    line: z.int().min(1).meta({ description: 'The line in the file. The header of a CSV file counts as a line.' }),
    errors: z.array(rowErrorSchema).meta({
      description:
        `The errors of the row, up to the first ${MAX_ROW_ERRORS}. ` +
        '`detail` leaves out values from the file; `line` says where they are.',
    }),
  })
  .meta({ id: 'RejectedRow' });

export const readImportQuery = fieldsQuery(importSchema);

export const listImportsQuery = z
  .strictObject({ ...jobListQuery, fields: queryFields(importSchema).optional() })
  .check(cursorPageRules);
export type ListImportsQuery = z.infer<typeof listImportsQuery>;

export const listRejectedQuery = z
  .strictObject({ ...cursorPageQuery, fields: queryFields(rejectedSchema).optional() })
  .check(cursorPageRules);
export type ListRejectedQuery = z.infer<typeof listRejectedQuery>;
