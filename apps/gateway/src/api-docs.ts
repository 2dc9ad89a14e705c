import type { RouteDocs } from '@cds/openapi';
import { accountsDocs } from './accounts/accounts.docs.js';
import { apiKeysDocs } from './api-keys/api-keys.docs.js';
import { auditLogDocs } from './audit-log/audit-log.docs.js';
import { meDocs } from './me/me.docs.js';
import { clientsDocs } from './oauth/clients/clients.docs.js';
import { grantsDocs } from './oauth/grants/grants.docs.js';
import { rateLimitsDocs } from './rate-limits/rate-limits.docs.js';

/** What the API reference says of the routes that the gateway answers by itself. */
export const routeDocs: readonly RouteDocs[] = [
  ...meDocs,
  ...rateLimitsDocs,
  ...apiKeysDocs,
  ...clientsDocs,
  ...grantsDocs,
  ...accountsDocs,
  ...auditLogDocs,
];
