import type { RouteDocs } from '@cds/openapi';
import { deliveriesDocs } from './deliveries/deliveries.docs.js';
import { endpointsDocs } from './endpoints/endpoints.docs.js';
import { signingDocs } from './signing/signing.docs.js';

/** What the API reference says of this service's routes. */
export const routeDocs: readonly RouteDocs[] = [...endpointsDocs, ...deliveriesDocs, ...signingDocs];
