import { scopeSchema } from '@cds/contracts';
import type { Parts, RouteDocs } from '@cds/openapi';
import { z } from 'zod';
import { accountsDocs } from './identity/accounts/accounts.docs.js';
import { apiKeysDocs } from './identity/api-keys/api-keys.docs.js';
import { auditLogDocs } from './identity/audit-log/audit-log.docs.js';
import { meDocs } from './identity/me/me.docs.js';
import { clientsDocs } from './identity/oauth/clients/clients.docs.js';
import { grantsDocs } from './identity/oauth/grants/grants.docs.js';
import { rateLimitsDocs } from './edge/rate-limits/rate-limits.docs.js';
import { keyRateLimitSchema } from './identity/api-keys/api-key-view.js';
import { newRateLimit, rateLimitPatch } from './identity/api-keys/api-key-schemas.js';
import { actorSchema, actorTypeSchema } from './identity/audit-log/audit-list/audit-list.schemas.js';
import { credentialTypeSchema, meAccountSchema, meCredentialSchema } from './identity/me/me.docs.js';
import { GRANT_TYPES } from './identity/oauth/clients/client-schemas.js';
import { clientRefSchema } from './identity/oauth/grants/grant-list/grant-list.schemas.js';
import { requestLogDocs } from './edge/request-log/request-log.docs.js';
import { usageLimitSchema } from './edge/request-log/usage/usage.schemas.js';

/** What the API reference says of the routes that the gateway answers by itself. */
export const routeDocs: readonly RouteDocs[] = [
  ...meDocs,
  ...rateLimitsDocs,
  ...requestLogDocs,
  ...apiKeysDocs,
  ...clientsDocs,
  ...grantsDocs,
  ...accountsDocs,
  ...auditLogDocs,
];

/** What of it has a name of its own there. */
export const parts: Parts = {
  AuditActor: actorSchema,
  AuditActorType: actorTypeSchema,
  CredentialType: credentialTypeSchema,
  GrantType: z.enum(GRANT_TYPES),
  KeyRateLimit: keyRateLimitSchema,
  KeyRateLimitPatch: rateLimitPatch,
  MeAccount: meAccountSchema,
  MeCredential: meCredentialSchema,
  NewKeyRateLimit: newRateLimit,
  OAuthClientRef: clientRefSchema,
  Scope: scopeSchema,
  UsageLimit: usageLimitSchema,
};
