import { verificationTierSchema } from '@cds/contracts';
import { queryUnits } from '@cds/listing';
import type { Parts, RouteDocs } from '@cds/openapi';
import { z } from 'zod';
import { anglersDocs } from './anglers/anglers.docs.js';
import { catchesDocs } from './catches/catches.docs.js';
import { exportsDocs } from './exports/exports.docs.js';
import { importsDocs } from './imports/imports.docs.js';
import { photosDocs } from './photos/photos.docs.js';
import { verificationsDocs } from './verifications/verifications.docs.js';
import { changeAuthorSchema, fieldChangeSchema } from './catches/read/catch-history/catch-history.schemas.js';
import { anglerRef, locationSchema } from './catches/read/catch.schema.js';
import { fileSchema } from './catches/read/photo.schema.js';
import { locationPatch, WATER_TYPES } from './catches/rules/field-schemas.js';
import { EXPORT_FORMATS } from './exports/export-job.js';
import { rowErrorSchema } from './imports/read-import/import.schemas.js';
import { jobStatusSchema } from './jobs/job-status.js';
import {
  evidenceSchema,
  newEvidenceSchema,
  newWitnessSchema,
  requestedTierSchema,
  VERIFICATION_STATUSES,
  witnessSchema,
} from './verifications/verification-schemas.js';

/** What the API reference says of this service's routes. */
export const routeDocs: readonly RouteDocs[] = [
  ...catchesDocs,
  ...photosDocs,
  ...verificationsDocs,
  ...anglersDocs,
  ...importsDocs,
  ...exportsDocs,
];

/** What of it has a name of its own there. */
export const parts: Parts = {
  AnglerRef: anglerRef,
  ChangeAuthor: changeAuthorSchema,
  Evidence: evidenceSchema,
  FieldChange: fieldChangeSchema,
  FileFormat: z.enum(EXPORT_FORMATS),
  JobStatus: jobStatusSchema,
  Location: locationSchema,
  NewEvidence: newEvidenceSchema,
  NewLocation: locationPatch,
  NewWitness: newWitnessSchema,
  PhotoFile: fileSchema,
  PhotoVariants: z.strictObject({ thumb: fileSchema, small: fileSchema, large: fileSchema }),
  RequestedTier: requestedTierSchema,
  RowError: rowErrorSchema,
  Units: queryUnits.unwrap(),
  VerificationStatus: z.enum(VERIFICATION_STATUSES),
  VerificationTier: verificationTierSchema,
  WaterType: z.enum(WATER_TYPES),
  Witness: witnessSchema,
};
