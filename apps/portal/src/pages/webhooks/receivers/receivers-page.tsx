import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { Inbox, Plus } from 'lucide-react';
import { problemOf } from '../../../api/problem.js';
import { makeReceiver, type Receiver, receiversQuery } from '../../../api/receivers.js';
import { useSubmission } from '../../../api/use-submission.js';
import { Button } from '../../../ui/button.js';
import { Card } from '../../../ui/card.js';
import { type Column, DataTable } from '../../../ui/data-table.js';
import { Page } from '../../../ui/page.js';
import { EmptyState, Note } from '../../../ui/states.js';
import { Timestamp } from '../../../ui/timestamp.js';
import styles from '../webhooks.module.css';
import { WebhooksNav } from '../webhooks-nav.js';
import { answerInWords } from './answer-words.js';

const COLUMNS: readonly Column<Receiver>[] = [
  {
    id: 'receiver',
    label: 'Receiver',
    cell: ({ id, url }) => (
      <div className={styles['name']}>
        <Link to="/webhooks/receivers/$receiverId" params={{ receiverId: id }}>
          {id}
        </Link>
        <span className={styles['sub']}>{url}</span>
      </div>
    ),
  },
  { id: 'received', label: 'Received', align: 'end', cell: ({ received }) => received },
  { id: 'answer', label: 'Answers', isSecondary: true, cell: ({ answer }) => answerInWords(answer) },
  { id: 'ends', label: 'Is deleted', isSecondary: true, cell: ({ expires_at: at }) => <Timestamp at={at} /> },
];

export const ReceiversPage = () => {
  const [client, navigate] = [useQueryClient(), useNavigate()];
  const receivers = useQuery(receiversQuery);
  const make = useSubmission({
    send: (_input, { idempotencyKey }) => makeReceiver(idempotencyKey),
    onSuccess: async ({ id }) => {
      await client.invalidateQueries({ queryKey: receiversQuery.queryKey });
      await navigate({ to: '/webhooks/receivers/$receiverId', params: { receiverId: id } });
    },
  });
  const button = (
    <Button variant="primary" icon={Plus} isBusy={make.isPending} onClick={() => make.mutate()}>
      Create a receiver
    </Button>
  );
  return (
    <Page
      title="Test receivers"
      description="Addresses of ours that show what is sent to them, for trying webhooks without a server of your own."
      actions={button}
    >
      <WebhooksNav />
      {make.error && <Note tone="bad">{problemOf(make.error).detail}</Note>}
      <Card
        title="Receivers"
        description="Up to three. Each is deleted after 24 hours, with all that it received."
        isFlush
      >
        <DataTable
          label="Your receivers"
          columns={COLUMNS}
          query={receivers}
          rowKey={({ id }) => id}
          empty={
            <EmptyState icon={Inbox} title="No receivers yet" action={button}>
              Create one, add an endpoint with its address, and watch events arrive here. It can also fail on purpose,
              so that you see how messages are sent again.
            </EmptyState>
          }
        />
      </Card>
    </Page>
  );
};
