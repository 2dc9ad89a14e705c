import type { RouteDocs } from '@cds/openapi';
import { speciesDocs } from './catalogue/species.docs.js';
import { speciesWritesDocs } from './catalogue/species-writes.docs.js';
import { photosDocs } from './photos/photos.docs.js';
import { promotionsDocs } from './promotions/promotions.docs.js';
import { recordsDocs } from './records/records.docs.js';

/** What the API reference says of this service's routes. */
export const routeDocs: readonly RouteDocs[] = [
  ...speciesDocs,
  ...speciesWritesDocs,
  ...recordsDocs,
  ...photosDocs,
  ...promotionsDocs,
];
