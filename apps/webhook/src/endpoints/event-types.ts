/** What an endpoint can subscribe to. */
export const WEBHOOK_EVENT_TYPES = [
  'catch.created',
  'catch.updated',
  'catch.deleted',
  'verification.requested',
  'verification.approved',
  'verification.rejected',
  'verification.revoked',
  'leaderboard.entry_changed',
  'leaderboard.leader_changed',
  'leaderboard.period_closed',
  'species.record_broken',
  'webhook.endpoint_disabled',
  'ping',
] as const;
export type WebhookEventType = (typeof WEBHOOK_EVENT_TYPES)[number];

/** The type of a test message. */
export const PING = 'ping' satisfies WebhookEventType;

const FAMILIES = ['catch', 'verification', 'leaderboard', 'species', 'webhook'] as const;
type Family = (typeof FAMILIES)[number];

/** All that `event_types` may name: `*`, a family such as `catch.*`, or a type. */
export const EVENT_TYPE_PATTERNS = [
  '*',
  ...FAMILIES.map((family) => `${family}.*` as const),
  ...WEBHOOK_EVENT_TYPES,
] as const;
export type EventTypePattern = '*' | `${Family}.*` | WebhookEventType;

/** The patterns that take a type: an endpoint wants it when it names one of them. */
export const patternsFor = (type: WebhookEventType): EventTypePattern[] => {
  const family = FAMILIES.find((one) => type.startsWith(`${one}.`));
  return family ? ['*', `${family}.*`, type] : ['*', type];
};

/** Whose endpoints a type reaches: those of the account that owns the event's subject, or everybody's. */
export const audienceOf = (type: WebhookEventType): 'owner' | 'everyone' =>
  type.startsWith('leaderboard.') || type.startsWith('species.') ? 'everyone' : 'owner';
