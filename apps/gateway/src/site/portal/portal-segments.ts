/**
 * The first segments of the portal's own addresses. A page is answered below these alone: an address of the API, of the
 * documents or of the pages that the gateway renders itself is never taken for one of the portal's.
 */
export const PORTAL_SEGMENTS = [
  'accounts',
  'audit-log',
  'catches',
  'events',
  'imports',
  'keys',
  'leaderboards',
  'requests',
  'review',
  'settings',
  'signed-in',
  'species',
  'webhooks',
] as const;
