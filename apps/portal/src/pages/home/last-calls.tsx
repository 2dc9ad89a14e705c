import type { RequestLogEntry } from '@catch-data/sdk';
import { useQuery } from '@tanstack/react-query';
import { Radio } from 'lucide-react';
import { lastCallsQuery } from '../../api/usage.js';
import { Badge, type Tone } from '../../ui/badge.js';
import { BreakableCode } from '../../ui/breakable-code.js';
import { Card } from '../../ui/card.js';
import { type Column, DataTable } from '../../ui/data-table.js';
import { EmptyState } from '../../ui/states.js';
import { Timestamp } from '../../ui/timestamp.js';
import styles from './last-calls.module.css';

const toneOf = (status: number | null): Tone =>
  status === null || status >= 500 ? 'bad' : status >= 400 ? 'warn' : 'good';

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
  { id: 'status', label: 'Status', cell: ({ status }) => <Badge tone={toneOf(status)}>{status ?? 'aborted'}</Badge> },
  { id: 'at', label: 'When', isSecondary: true, cell: ({ at }) => <Timestamp at={at} /> },
];

/** What programs of the account asked of late, and what they were told where it failed. */
export const LastCalls = () => {
  const calls = useQuery(lastCallsQuery);
  return (
    <Card title="Last calls" description="Of your keys and apps; new ones show within seconds." isFlush>
      <DataTable
        label="Last calls"
        columns={COLUMNS}
        query={{ ...calls, isFetching: false, data: calls.data?.data }}
        rowKey={({ id }) => id}
        empty={
          <EmptyState icon={Radio} title="No calls yet">
            Send the call above, or any other: it will show here with its answer.
          </EmptyState>
        }
      />
    </Card>
  );
};
