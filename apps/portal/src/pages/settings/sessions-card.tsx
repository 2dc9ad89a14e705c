import { useQuery } from '@tanstack/react-query';
import { Monitor } from 'lucide-react';
import { type BrowserSession, endOtherSessions, endSession, sessionsQuery } from '../../api/sessions.js';
import { useSubmission } from '../../api/use-submission.js';
import { Badge } from '../../ui/badge.js';
import { Button } from '../../ui/button.js';
import { Card } from '../../ui/card.js';
import { type Column, DataTable } from '../../ui/data-table.js';
import { FormError } from '../../ui/form-error.js';
import { EmptyState } from '../../ui/states.js';
import { Timestamp } from '../../ui/timestamp.js';

const BROWSERS = ['Edg', 'OPR', 'Firefox', 'Chrome', 'Safari'] as const;
const NAMES: Readonly<Record<string, string>> = { Edg: 'Edge', OPR: 'Opera' };
const SYSTEMS = ['Android', 'iPhone', 'iPad', 'Windows', 'Mac OS', 'Linux'] as const;

/** “Firefox on Windows”, as far as the browser tells. */
export const browserOf = (agent: string | null): string => {
  const browser = BROWSERS.find((name) => agent?.includes(`${name}/`));
  const system = SYSTEMS.find((name) => agent?.includes(name));
  return [browser ? (NAMES[browser] ?? browser) : 'A browser', system && `on ${system}`].filter(Boolean).join(' ');
};

const columnsOf = (onEnd: (id: string) => void, isBusy: boolean): readonly Column<BrowserSession>[] => [
  {
    id: 'browser',
    label: 'Browser',
    cell: ({ user_agent: agent }) => <span title={agent ?? ''}>{browserOf(agent)}</span>,
  },
  { id: 'address', label: 'Address', isSecondary: true, cell: ({ address }) => address ?? 'unknown' },
  { id: 'since', label: 'Signed in', cell: ({ signed_in_at: at }) => <Timestamp at={at} /> },
  { id: 'seen', label: 'Last seen', isSecondary: true, cell: ({ seen_at: at }) => <Timestamp at={at} /> },
  {
    id: 'actions',
    label: 'Actions',
    align: 'end',
    cell: ({ id, is_current: isCurrent }) =>
      isCurrent ? (
        <Badge tone="accent">This browser</Badge>
      ) : (
        <Button size="s" disabled={isBusy} onClick={() => onEnd(id)}>
          Sign out
        </Button>
      ),
  },
];

/** Where the person is signed in. */
export const SessionsCard = () => {
  const sessions = useQuery(sessionsQuery);
  const end = useSubmission({ send: endSession, shownBy: 'sessions' });
  const endOthers = useSubmission({ send: endOtherSessions, shownBy: 'sessions' });
  const others = sessions.data?.data.filter(({ is_current: isCurrent }) => !isCurrent) ?? [];
  return (
    <Card
      title="Where you are signed in"
      actions={
        others.length > 0 && (
          <Button size="s" isBusy={endOthers.isPending} onClick={() => endOthers.mutate()}>
            Sign out everywhere else
          </Button>
        )
      }
      isFlush
    >
      <DataTable
        label="Sessions"
        columns={columnsOf(end.mutate, end.isPending)}
        query={{ ...sessions, data: sessions.data?.data }}
        rowKey={({ id }) => id}
        empty={
          <EmptyState icon={Monitor} title="Nowhere">
            Sign in to see this list.
          </EmptyState>
        }
      />
      <FormError error={end.error ?? endOthers.error} />
    </Card>
  );
};
