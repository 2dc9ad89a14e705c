import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Send } from 'lucide-react';
import type { ReactNode } from 'react';
import { deliveriesQuery, endpointsQuery } from '../../api/webhooks.js';
import type { Delivery, DeliveryFilters as Filters } from '../../api/webhooks.js';
import { Badge } from '../../ui/badge.js';
import type { Tone } from '../../ui/badge.js';
import { BreakableCode } from '../../ui/breakable-code.js';
import { useCursorPages } from '../../ui/cursor-pages.js';
import { DataTable } from '../../ui/data-table.js';
import type { Column } from '../../ui/data-table.js';
import { Pagination } from '../../ui/pagination.js';
import { EmptyState } from '../../ui/states.js';
import { Timestamp } from '../../ui/timestamp.js';
import { DeliveryFilters } from './delivery-filters.js';
import { nameOf } from './endpoint-status.js';
import { ResendButton } from './resend-button.js';

const TONES: Readonly<Record<string, Tone>> = { delivered: 'good', failed: 'bad', pending: 'warn' };
const LABELS: Readonly<Record<string, string>> = { delivered: 'Delivered', failed: 'Failed', pending: 'Pending' };

export const DeliveryStatus = ({ status }: { readonly status: string }) => (
  <Badge tone={TONES[status]}>{LABELS[status] ?? status}</Badge>
);

/** When it is tried next, or how often it was tried. */
const Attempts = ({ delivery: { attempt_count: count, next_attempt_at: next } }: { readonly delivery: Delivery }) => (
  <>
    {count === 1 ? '1 attempt' : `${count} attempts`}
    {next && (
      <>
        , next <Timestamp at={next} as="due" />
      </>
    )}
  </>
);

const COLUMNS: readonly Column<Delivery>[] = [
  {
    id: 'type',
    label: 'Event',
    cell: ({ id, type }) => (
      <Link to="/webhooks/deliveries/$deliveryId" params={{ deliveryId: id }}>
        <BreakableCode text={type} />
      </Link>
    ),
  },
  { id: 'status', label: 'Outcome', cell: ({ status }) => <DeliveryStatus status={status} /> },
  { id: 'attempts', label: 'Attempts', isSecondary: true, cell: (delivery) => <Attempts delivery={delivery} /> },
  { id: 'created', label: 'When', cell: ({ created_at: at }) => <Timestamp at={at} /> },
  {
    id: 'resend',
    label: 'Again',
    align: 'end',
    cell: ({ id, status, type }) => <ResendButton id={id} isPending={status === 'pending'} what={type} />,
  },
];

const ENDPOINT: Column<Delivery> = {
  id: 'endpoint',
  label: 'Endpoint',
  isSecondary: true,
  cell: ({ endpoint_id: id }) => <EndpointName id={id} />,
};

const EndpointName = ({ id }: { readonly id: string }) => {
  const { data } = useQuery(endpointsQuery({}));
  const endpoint = data?.data.find((one) => one.id === id);
  return (
    <Link to="/webhooks/$endpointId" params={{ endpointId: id }}>
      {endpoint ? nameOf(endpoint) : id}
    </Link>
  );
};

interface DeliveryTableProps {
  /** Null: of all endpoints. */
  readonly endpointId: string | null;
  readonly filters: Filters;
  /** What to do when there are no deliveries at all. */
  readonly children: ReactNode;
}

/** Deliveries with their filters, a way to send each again, and pages. */
export const DeliveryTable = ({ endpointId, filters, children }: DeliveryTableProps) => {
  const deliveries = useQuery(deliveriesQuery(endpointId, filters));
  const pages = useCursorPages(filters.cursor, deliveries.data?.next_cursor);
  const isFiltered = Boolean(filters.status ?? filters.type ?? filters.after ?? filters.before);
  const [type, ...others] = COLUMNS;
  const columns = endpointId === null && type ? [type, ENDPOINT, ...others] : COLUMNS;
  return (
    <>
      <DeliveryFilters filters={filters} />
      <DataTable
        label="Messages and their outcome"
        columns={columns}
        // Looking again every few seconds is no reason to grey the rows.
        query={{ ...deliveries, data: deliveries.data?.data, isFetching: deliveries.isPlaceholderData }}
        rowKey={({ id }) => id}
        empty={
          <EmptyState icon={Send} title={isFiltered ? 'No deliveries match these filters' : 'Nothing sent yet'}>
            {isFiltered ? 'Widen the time, or clear the filters.' : children}
          </EmptyState>
        }
      />
      <Pagination {...pages} total={deliveries.data?.total ?? null} unit="deliveries" />
    </>
  );
};
