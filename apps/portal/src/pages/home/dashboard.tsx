import { useQuery } from '@tanstack/react-query';
import { apiKeysQuery } from '../../api/api-keys.js';
import type { Person } from '../../session/session.js';
import { Note, Skeleton } from '../../ui/states.js';
import { Columns, Page } from '../../ui/page.js';
import { FirstCall } from './first-call.js';
import { FirstWebhook } from './first-webhook.js';
import { LastCalls } from './last-calls.js';
import { UsageCard } from './usage-card.js';

/** What somebody who signed in wants to know first: how to call, and how the calls went. */
export const Dashboard = ({ person }: { readonly person: Person }) => {
  const keys = useQuery(apiKeysQuery({ per_page: 25 }));
  const isUsed = keys.data?.data.some(({ last_used_at: at }) => at !== null) ?? false;
  return (
    <Page title={`Welcome, ${person.account.name}`} description="Your recent calls and your usage.">
      {!person.email_confirmed && (
        <Note tone="warn" title="Confirm your e-mail address" action={<a href="/account">Send the link again</a>}>
          Until then nobody can reset your password for you.
        </Note>
      )}
      {keys.isPending ? <Skeleton lines={4} label="Loading keys" /> : <FirstCall person={person} isUsed={isUsed} />}
      <FirstWebhook />
      <Columns>
        <UsageCard />
        <LastCalls />
      </Columns>
    </Page>
  );
};
