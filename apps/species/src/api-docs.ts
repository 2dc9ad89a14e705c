import type { RouteDocs } from '@cds/openapi';
import { speciesDocs } from './catalogue/species.docs.js';
import { photosDocs } from './photos/photos.docs.js';

/** What the API reference says of this service's routes. */
export const routeDocs: readonly RouteDocs[] = [...speciesDocs, ...photosDocs];
