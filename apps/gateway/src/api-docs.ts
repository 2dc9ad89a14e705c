import type { RouteDocs } from '@cds/openapi';
import { accountsDocs } from './identity/accounts/accounts.docs.js';
import { apiKeysDocs } from './identity/api-keys/api-keys.docs.js';
import { auditLogDocs } from './identity/audit-log/audit-log.docs.js';
import { meDocs } from './identity/me/me.docs.js';
import { clientsDocs } from './identity/oauth/clients/clients.docs.js';
import { grantsDocs } from './identity/oauth/grants/grants.docs.js';
import { rateLimitsDocs } from './edge/rate-limits/rate-limits.docs.js';
import { requestsDocs } from './requests/requests.docs.js';

/** What the API reference says of the routes that the gateway answers by itself. */
export const routeDocs: readonly RouteDocs[] = [
  ...meDocs,
  ...rateLimitsDocs,
  ...requestsDocs,
  ...apiKeysDocs,
  ...clientsDocs,
  ...grantsDocs,
  ...accountsDocs,
  ...auditLogDocs,
];
