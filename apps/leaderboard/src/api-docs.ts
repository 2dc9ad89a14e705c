import type { RouteDocs } from '@cds/openapi';
import { boardsDocs } from './boards/boards.docs.js';
import { entriesDocs } from './entries/entries.docs.js';

/** The descriptions of this service's routes in the API reference. */
export const routeDocs: readonly RouteDocs[] = [...boardsDocs, ...entriesDocs];
