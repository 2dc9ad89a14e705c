import type { RouteDocs } from '@cds/openapi';
import { speciesDocs } from './catalogue/species.docs.js';
<<<<<<< HEAD
import { speciesWritesDocs } from './catalogue/species-writes.docs.js';
import { recordsDocs } from './records/records.docs.js';

/** What the API reference says of this service's routes. */
export const routeDocs: readonly RouteDocs[] = [...speciesDocs, ...speciesWritesDocs, ...recordsDocs];
=======
import { photosDocs } from './photos/photos.docs.js';

/** What the API reference says of this service's routes. */
export const routeDocs: readonly RouteDocs[] = [...speciesDocs, ...photosDocs];
>>>>>>> ead394fe18273015fb50363c39ea83a7a6f3c0ce
