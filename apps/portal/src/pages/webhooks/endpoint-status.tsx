import type { Endpoint } from '../../api/webhooks.js';
import { Badge } from '../../ui/badge.js';

/** Why nothing is sent, in words. */
export const REASONS: Readonly<Record<string, string>> = {
  manual: 'It was disabled by hand.',
  gone: 'It answered 410 Gone, which asks for no more messages.',
  failing: 'It accepted no message for days.',
  account_deleted: 'Its account was deleted.',
};

const LABELS: Readonly<Record<string, string>> = {
  manual: 'Disabled',
  gone: 'Disabled: gone',
  failing: 'Disabled: failing',
};

export const EndpointStatus = ({ endpoint }: { readonly endpoint: Endpoint }) => {
  if (endpoint.status === 'enabled') return <Badge tone="good">Enabled</Badge>;
  const reason = endpoint.disabled_reason ?? 'manual';
  return <Badge tone={reason === 'manual' ? 'neutral' : 'bad'}>{LABELS[reason] ?? 'Disabled'}</Badge>;
};

/** What people call an endpoint: its description, else the host that it leads to. */
export const nameOf = ({ description, url }: Endpoint): string => description ?? hostOf(url);

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : url);
