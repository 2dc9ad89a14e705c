import type { ApiKey } from '@catch-data/sdk';

export type Scope = ApiKey['scopes'][number];

/** Each scope in words, as in “It can …”. */
export const SCOPE_WORDS: Readonly<Record<Scope, string>> = {
  'catches:read': 'see your catches and anglers, with exact places and notes',
  'catches:write': 'log, change and delete catches, and erase anglers',
  'verifications:read': 'see verifications of catches',
  'verifications:write': 'review catches of others',
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

/** What outlives a mistake: never chosen beforehand. */
const POWERFUL: readonly Scope[] = ['keys:write', 'admin', 'verifications:write', 'species:write'];

export const isPowerful = (scope: Scope): boolean => POWERFUL.includes(scope);

/** The scopes that a person has, in the order of the list. */
export const scopesOf = ({ scopes }: { readonly scopes: readonly string[] }): Scope[] =>
  (Object.keys(SCOPE_WORDS) as Scope[]).filter((scope) => scopes.includes(scope));
