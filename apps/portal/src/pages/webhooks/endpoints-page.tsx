import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Plus, Webhook } from 'lucide-react';
import { endpointsQuery } from '../../api/webhooks.js';
import type { Endpoint } from '../../api/webhooks.js';
import { ButtonLink } from '../../ui/button.js';
import { Card } from '../../ui/card.js';
import { useCursorPages } from '../../ui/cursor-pages.js';
import { DataTable } from '../../ui/data-table.js';
import type { Column } from '../../ui/data-table.js';
import { Page } from '../../ui/page.js';
import { Pagination } from '../../ui/pagination.js';
import { EmptyState } from '../../ui/states.js';
import { EndpointStatus, nameOf } from './endpoint-status.js';
import { Health, LastFailure } from './health.js';
import styles from './webhooks.module.css';
import { WebhooksNav } from './webhooks-nav.js';

const route = getRouteApi('/_app/webhooks/');

const COLUMNS: readonly Column<Endpoint>[] = [
  {
    id: 'endpoint',
    label: 'Endpoint',
    cell: (endpoint) => (
      <div className={styles['name']}>
        <Link to="/webhooks/$endpointId" params={{ endpointId: endpoint.id }}>
          {nameOf(endpoint)}
        </Link>
        <span className={styles['sub']}>{endpoint.url.replace(/^https:\/\//, '')}</span>
      </div>
    ),
  },
  { id: 'status', label: 'Status', cell: (endpoint) => <EndpointStatus endpoint={endpoint} /> },
  { id: 'health', label: 'Success, last 24 hours', cell: ({ id }) => <Health endpointId={id} /> },
  { id: 'failure', label: 'Last failure', isSecondary: true, cell: ({ id }) => <LastFailure endpointId={id} /> },
  {
    id: 'types',
    label: 'Event types',
    isSecondary: true,
    cell: ({ event_types: [first, ...more] }) => (
      <>
        <code>{first}</code>
        {more.length > 0 && <span className={styles['sub']}> and {more.length} more</span>}
      </>
    ),
  },
];

export const EndpointsPage = () => {
  const { cursor } = route.useSearch();
  const endpoints = useQuery(endpointsQuery({ cursor }));
  const pages = useCursorPages(cursor, endpoints.data?.next_cursor);
  const add = (
    <ButtonLink to="/webhooks/new" variant="primary" icon={Plus}>
      Add an endpoint
    </ButtonLink>
  );
  return (
    <Page title="Webhooks" description="Addresses to which events are sent as they happen." actions={add}>
      <WebhooksNav />
      <Card title="Endpoints" isFlush>
        <DataTable
          label="Your endpoints"
          columns={COLUMNS}
          query={{ ...endpoints, data: endpoints.data?.data }}
          rowKey={({ id }) => id}
          empty={
            <EmptyState icon={Webhook} title="No endpoints yet" action={add}>
              An endpoint is an address of your server. Every event that it subscribes to is sent there, signed, and
              sent again until it is taken.
            </EmptyState>
          }
        />
        <Pagination {...pages} total={endpoints.data?.total ?? null} unit="endpoints" />
      </Card>
    </Page>
  );
};
