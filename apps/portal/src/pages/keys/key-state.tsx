import type { ApiKey } from '@catch-data/sdk';
import { Badge } from '../../ui/badge.js';
import { relativeTime } from '../../ui/timestamp.js';

/** Whether a key works, and for how long: a rolled one until its grace ends. */
export const KeyState = ({ apiKey }: { readonly apiKey: ApiKey }) => {
  const { revoked_at: revoked, expires_at: expires, replaced_by: replacement } = apiKey;
  if (revoked !== null) return <Badge>Revoked</Badge>;
  const end = expires === null ? null : new Date(expires);
  if (end && end <= new Date()) return <Badge>Expired</Badge>;
  if (replacement !== null) return <Badge tone="warn">Rolled, ends {end ? relativeTime(end) : 'soon'}</Badge>;
  if (end) return <Badge tone="good">Active, ends {relativeTime(end)}</Badge>;
  return <Badge tone="good">Active</Badge>;
};

export const isActive = ({ revoked_at: revoked, expires_at: expires }: ApiKey): boolean =>
  revoked === null && (expires === null || new Date(expires) > new Date());
