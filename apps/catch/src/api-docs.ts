import type { RouteDocs } from '@cds/openapi';
import { anglersDocs } from './anglers/anglers.docs.js';
import { catchesDocs } from './catches/catches.docs.js';
import { exportsDocs } from './exports/exports.docs.js';
import { importsDocs } from './imports/imports.docs.js';
import { photosDocs } from './photos/photos.docs.js';
import { verificationsDocs } from './verifications/verifications.docs.js';

/** What the API reference says of this service's routes. */
export const routeDocs: readonly RouteDocs[] = [
  ...catchesDocs,
  ...photosDocs,
  ...verificationsDocs,
  ...anglersDocs,
  ...importsDocs,
  ...exportsDocs,
];
