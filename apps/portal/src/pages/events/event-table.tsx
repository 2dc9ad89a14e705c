import type { CatchDataEvent } from '@catch-data/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Radio } from 'lucide-react';
import type { ReactNode } from 'react';
import { eventsQuery, subjectOf } from '../../api/events.js';
import { Card } from '../../ui/card.js';
import { useCursorPages } from '../../ui/cursor-pages.js';
import { DataTable } from '../../ui/data-table.js';
import type { Column } from '../../ui/data-table.js';
import { Pagination } from '../../ui/pagination.js';
import { EmptyState } from '../../ui/states.js';
import { Timestamp } from '../../ui/timestamp.js';

export const EVENT_COLUMNS: readonly Column<CatchDataEvent>[] = [
  {
    id: 'type',
    label: 'Type',
    cell: ({ id, type }) => (
      <Link to="/events/$eventId" params={{ eventId: id }}>
        <code>{type}</code>
      </Link>
    ),
  },
  { id: 'subject', label: 'About', isSecondary: true, cell: (event) => <code>{subjectOf(event) ?? '–'}</code> },
  { id: 'at', label: 'When', cell: ({ timestamp: at }) => <Timestamp at={at} /> },
  { id: 'id', label: 'Id', isSecondary: true, cell: ({ id }) => <code>{id}</code> },
];

interface EventTableProps {
  readonly cursor: string | undefined;
  readonly type: string | undefined;
  /** Its filters. */
  readonly children: ReactNode;
}

/** The feed, page by page. */
export const EventTable = ({ cursor, type, children }: EventTableProps) => {
  const events = useQuery(eventsQuery({ cursor, type }));
  const pages = useCursorPages(cursor, events.data?.next_cursor);
  return (
    <Card title="Feed" isFlush>
      {children}
      <DataTable
        label="Events"
        columns={EVENT_COLUMNS}
        query={{ ...events, data: events.data?.data }}
        rowKey={({ id }) => id}
        empty={
          <EmptyState icon={Radio} title={type ? 'No event of this type' : 'No events yet'}>
            {type
              ? 'Choose another type, or all of them.'
              : 'Log a catch, and the first event appears here a moment later.'}
          </EmptyState>
        }
      />
      <Pagination {...pages} total={events.data?.total ?? null} unit="events" />
    </Card>
  );
};
