import type { RouteDocs } from '@cds/openapi';
import { catalogueDocs } from './catalogue/catalogue.docs.js';
import { deliveriesDocs } from './deliveries/deliveries.docs.js';
import { endpointsDocs } from './endpoints/endpoints.docs.js';
import { feedDocs } from './feed/feed.docs.js';
import { replaysDocs } from './replays/replays.docs.js';
import { signingDocs } from './signing/signing.docs.js';

/** What the API reference says of this service's routes. */
export const routeDocs: readonly RouteDocs[] = [
  ...catalogueDocs,
  ...endpointsDocs,
  ...deliveriesDocs,
  ...replaysDocs,
  ...feedDocs,
  ...signingDocs,
];
