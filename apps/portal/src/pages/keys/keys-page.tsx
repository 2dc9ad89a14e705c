import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { KeyRound } from 'lucide-react';
import { apiKeysQuery } from '../../api/api-keys.js';
import type { ApiKey } from '@catch-data/sdk';
import { Badge } from '../../ui/badge.js';
import { Card } from '../../ui/card.js';
import { useCursorPages } from '../../ui/cursor-pages.js';
import { DataTable } from '../../ui/data-table.js';
import type { Column } from '../../ui/data-table.js';
import { Page } from '../../ui/page.js';
import { Pagination } from '../../ui/pagination.js';
import { EmptyState } from '../../ui/states.js';
import { Timestamp } from '../../ui/timestamp.js';

// Not the Route itself: importing that would pull the page into the first chunk.
const route = getRouteApi('/_app/keys/');

const COLUMNS: readonly Column<ApiKey>[] = [
  { id: 'name', label: 'Name', cell: ({ name }) => name },
  { id: 'key', label: 'Key', cell: ({ prefix }) => <code>{prefix}…</code> },
  {
    id: 'last_used',
    label: 'Last used',
    cell: ({ last_used_at: at }) => (at === null ? 'Never' : <Timestamp at={at} />),
  },
  { id: 'created', label: 'Created', isSecondary: true, cell: ({ created_at: at }) => <Timestamp at={at} as="day" /> },
  {
    id: 'state',
    label: 'State',
    cell: ({ revoked_at: at }) => (at === null ? <Badge tone="good">Active</Badge> : <Badge>Revoked</Badge>),
  },
];

export const KeysPage = () => {
  const { cursor } = route.useSearch();
  const keys = useQuery(apiKeysQuery({ cursor }));
  const pages = useCursorPages(cursor, keys.data?.next_cursor);
  return (
    <Page title="Keys and apps" description="Credentials that call the API for this account.">
      <Card title="API keys" isFlush>
        <DataTable
          label="API keys"
          columns={COLUMNS}
          query={{ ...keys, data: keys.data?.data }}
          rowKey={({ id }) => id}
          empty={
            <EmptyState icon={KeyRound} title="No keys yet">
              A key lets a program call the API for this account. Make one to send your first call.
            </EmptyState>
          }
        />
        <Pagination {...pages} total={keys.data?.total ?? null} unit="keys" />
      </Card>
    </Page>
  );
};
