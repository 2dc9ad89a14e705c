import { z } from 'zod';

/** Every scope that a credential can carry. */
export const SCOPES = [
  'catches:read',
  'catches:write',
  'verifications:read',
  'verifications:write',
  'species:read',
  'species:write',
  'leaderboards:read',
  'leaderboards:write',
  'webhooks:read',
  'webhooks:write',
  'events:read',
  'keys:read',
  'keys:write',
  'admin',
] as const;

export const scopeSchema = z.enum(SCOPES);
export type Scope = (typeof SCOPES)[number];
