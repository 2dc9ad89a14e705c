import { cursorPageRules, queryFields } from '@cds/listing';
import { z } from 'zod';
import { EXPORT_FORMATS } from '../export-job.js';
import { jobStatusSchema } from '../../jobs/job-status.js';
import { jobListQuery } from '../../jobs/list-jobs.schemas.js';

const instant = z.iso.datetime({ precision: 3 });

/** An export as the API answers it. */
export const exportSchema = z
  .strictObject({
    id: z.string(),
    status: jobStatusSchema,
    format: z.enum(EXPORT_FORMATS),
    filter: z.unknown(),
    progress: z.number().min(0).max(1),
    rows: z.int(),
    size_bytes: z.int(),
    created_at: instant,
    completed_at: instant.nullable(),
    expires_at: instant.nullable(),
    download_url: z
      .string()
      .nullable()
      .meta({
        description:
          'The URL of the file, which requires the credential. Null while there is no file, and after the file has ' +
          'expired.',
      }),
    error: z.string().nullable(),
  })
  .meta({ id: 'ExportJob' });

export const listExportsQuery = z
  .strictObject({ ...jobListQuery, fields: queryFields(exportSchema).optional() })
  .check(cursorPageRules);
export type ListExportsQuery = z.infer<typeof listExportsQuery>;
