import type { RouteDocs } from '@cds/openapi';
import { meDocs } from './me/me.docs.js';

/** What the API reference says of the routes that the gateway answers by itself. */
export const routeDocs: readonly RouteDocs[] = [...meDocs];
