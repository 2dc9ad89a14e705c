import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Inbox } from 'lucide-react';
import { type ReceivedLine, receivedQuery } from '../../../api/receivers.js';
import { Badge } from '../../../ui/badge.js';
import { Card } from '../../../ui/card.js';
import { type Column, DataTable } from '../../../ui/data-table.js';
import { EmptyState } from '../../../ui/states.js';
import { Timestamp } from '../../../ui/timestamp.js';
import { answerInWords } from './answer-words.js';
import { ReceivedRequestCard } from './received-request-card.js';

interface ReceivedCardProps {
  readonly receiverId: string;
  /** The number of the request that is looked at; null: the newest. */
  readonly shown: number | null;
}

/** The last requests, live, and one of them in full. */
export const ReceivedCard = ({ receiverId, shown }: ReceivedCardProps) => {
  const received = useQuery(receivedQuery(receiverId));
  const number = shown ?? received.data?.[0]?.number;
  return (
    <>
      <Card title="Requests" description="The last 50; new ones show within seconds." isFlush>
        <DataTable
          label="Requests to this receiver"
          columns={columnsOf(receiverId)}
          query={{ ...received, isFetching: false }}
          rowKey={(line) => String(line.number)}
          empty={
            <EmptyState icon={Inbox} title="Nothing has arrived yet">
              Add an endpoint with the address above and send a test: it shows here as soon as it arrives.
            </EmptyState>
          }
        />
      </Card>
      {number !== undefined && <ReceivedRequestCard receiverId={receiverId} number={number} />}
    </>
  );
};

const columnsOf = (receiverId: string): readonly Column<ReceivedLine>[] => [
  {
    id: 'request',
    label: 'Request',
    cell: ({ number, type }) => (
      <Link
        to="/webhooks/receivers/$receiverId"
        params={{ receiverId }}
        search={{ request: String(number) }}
        resetScroll={false}
      >
        {number}: {type ?? 'no event'}
      </Link>
    ),
  },
  {
    id: 'answer',
    label: 'Answered',
    cell: ({ answered }) => <Badge tone={answered.status === 200 ? 'good' : 'bad'}>{answerInWords(answered)}</Badge>,
  },
  { id: 'message', label: 'Message', isSecondary: true, cell: ({ webhook_id: id }) => <code>{id ?? '–'}</code> },
  { id: 'at', label: 'When', cell: ({ at }) => <Timestamp at={at} /> },
];
