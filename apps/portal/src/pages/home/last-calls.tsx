import type { RequestLogEntry } from '@catch-data/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Radio } from 'lucide-react';
import { lastCallsQuery } from '../../api/usage.js';
import { BreakableCode } from '../../ui/breakable-code.js';
import { Card } from '../../ui/card.js';
import { type Column, DataTable } from '../../ui/data-table.js';
import { EmptyState } from '../../ui/states.js';
import { StatusBadge } from '../../ui/status-badge.js';
import { Timestamp } from '../../ui/timestamp.js';
import styles from './last-calls.module.css';

const COLUMNS: readonly Column<RequestLogEntry>[] = [
  {
    id: 'call',
    label: 'Call',
    cell: ({ method, path, detail }) => (
      <div className={styles['call']}>
        <BreakableCode text={`${method} ${path}`} />
        {detail && <span className={styles['detail']}>{detail}</span>}
      </div>
    ),
  },
  { id: 'status', label: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
  { id: 'at', label: 'When', isSecondary: true, cell: ({ at }) => <Timestamp at={at} /> },
];

/** What programs of the account asked of late, and what they were told where it failed. */
export const LastCalls = () => {
  const calls = useQuery(lastCallsQuery);
  return (
    <Card
      title="Recent calls"
      description="Made with your keys and apps. New calls appear within seconds."
      actions={<Link to="/requests">All requests</Link>}
      isFlush
    >
      <DataTable
        label="Recent calls"
        columns={COLUMNS}
        query={{ ...calls, isFetching: false, data: calls.data?.data }}
        rowKey={({ id }) => id}
        empty={
          <EmptyState icon={Radio} title="No calls of keys or apps yet">
            Send the call above, or any other. It appears here with its status.
          </EmptyState>
        }
      />
    </Card>
  );
};
