import type { Parts, RouteDocs } from '@cds/openapi';
import { z } from 'zod';
import { speciesDocs } from './catalogue/species.docs.js';
import { speciesWritesDocs } from './catalogue/species-writes.docs.js';
import { photosDocs } from './photos/photos.docs.js';
import { promotionsDocs } from './promotions/promotions.docs.js';
import { recordsDocs } from './records/records.docs.js';
import { REGIONS, WATERS } from './catalogue/species.events.js';
import { commonName } from './catalogue/species-fields.js';
import { pictureKindSchema } from './catalogue/species-photo-view.js';
import { recordsSchema, serviceRecordSchema, speciesNameSchema, worldRecordSchema } from './catalogue/species-view.js';
import { recordHolderSchema, recordKindSchema } from './records/record-view.js';

/** What the API reference says of this service's routes. */
export const routeDocs: readonly RouteDocs[] = [
  ...speciesDocs,
  ...speciesWritesDocs,
  ...recordsDocs,
  ...photosDocs,
  ...promotionsDocs,
];

/** What of it has a name of its own there. */
export const parts: Parts = {
  NewSpeciesName: commonName,
  PictureKind: pictureKindSchema,
  RecordHolder: recordHolderSchema,
  RecordKind: recordKindSchema,
  ServiceRecord: serviceRecordSchema,
  SpeciesName: speciesNameSchema,
  SpeciesRecords: recordsSchema,
  SpeciesRegion: z.enum(REGIONS),
  SpeciesWater: z.enum(WATERS),
  WorldRecord: worldRecordSchema,
};
