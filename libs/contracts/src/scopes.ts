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

export type Scope = (typeof SCOPES)[number];

/** Each scope in words, as people are asked for it: "This app may …". */
export const SCOPE_WORDS: Readonly<Record<Scope, string>> = {
  'catches:read': 'see your catches and anglers, with exact places and notes',
  'catches:write': 'log, change and delete catches, and erase anglers',
  'verifications:read': 'see verifications of catches',
  'verifications:write': 'review catches of others: approve, reject and revoke verifications',
  'species:read': 'see species and records',
  'species:write': 'change the list of species, for everybody',
  'leaderboards:read': 'see leaderboards',
  'leaderboards:write': 'create, change and delete your leaderboards',
  'webhooks:read': 'see your webhook endpoints and their deliveries',
  'webhooks:write': 'create, change and delete webhook endpoints, and resend messages',
  'events:read': 'read and follow your events',
  'keys:read': 'see your API keys, OAuth clients and grants, without their secrets',
  'keys:write': 'create, change and revoke API keys, OAuth clients and grants',
  admin: 'administer this service: accounts, limits and everybody’s keys',
};

export const scopeSchema = z.enum(SCOPES);
