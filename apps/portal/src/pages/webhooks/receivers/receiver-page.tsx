import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { Trash2 } from 'lucide-react';
import { problemOf } from '../../../api/problem.js';
import { deleteReceiver, type Receiver, receiverQuery } from '../../../api/receivers.js';
import { useSubmission } from '../../../api/use-submission.js';
import { Button, ButtonLink } from '../../../ui/button.js';
import { Card } from '../../../ui/card.js';
import { CodeBlock } from '../../../ui/code-block.js';
import { Columns, Page } from '../../../ui/page.js';
import { ErrorState, Skeleton } from '../../../ui/states.js';
import { Timestamp } from '../../../ui/timestamp.js';
import { showToast } from '../../../ui/toast.js';
import styles from '../webhooks.module.css';
import { AnswerCard } from './answer-card.js';
import { EndpointsOfReceiver } from './endpoints-of-receiver.js';
import { ReceivedCard } from './received-card.js';

const route = getRouteApi('/_app/webhooks/receivers/$receiverId');
const above = <Link to="/webhooks/receivers">Test receivers</Link>;

export const ReceiverPage = () => {
  const { receiverId } = route.useParams();
  const { request } = route.useSearch();
  const { data: receiver, error } = useQuery(receiverQuery(receiverId));
  if (receiver) return <ReceiverView receiver={receiver} shown={request === undefined ? null : Number(request)} />;
  const again = <ButtonLink to="/webhooks/receivers">Create another one</ButtonLink>;
  return (
    <Page title="Test receiver" above={above}>
      {error ? <ErrorState error={error} action={again} /> : <Skeleton lines={10} label="Loading the receiver" />}
    </Page>
  );
};

const ReceiverView = ({ receiver, shown }: { readonly receiver: Receiver; readonly shown: number | null }) => (
  <Page
    title="Test receiver"
    above={above}
    description={
      <>
        Shows what is sent to its address. It is deleted <Timestamp at={receiver.expires_at} />, with all that it
        received.
      </>
    }
    actions={<DeleteButton receiver={receiver} />}
  >
    <Columns>
      <Card title="Address" description="Send webhooks, or any other POST request, here.">
        <div className={styles['stack']}>
          <CodeBlock label="The address of the receiver" code={receiver.url} />
          <EndpointsOfReceiver url={receiver.url} />
        </div>
      </Card>
      <AnswerCard receiver={receiver} />
    </Columns>
    <ReceivedCard receiverId={receiver.id} shown={shown} />
  </Page>
);

const DeleteButton = ({ receiver: { id } }: { readonly receiver: Receiver }) => {
  const [client, navigate] = [useQueryClient(), useNavigate()];
  const remove = useSubmission({
    send: () => deleteReceiver(id),
    onSuccess: async () => {
      await navigate({ to: '/webhooks/receivers' });
      client.removeQueries({ queryKey: ['receivers', 'one', id] });
      await client.invalidateQueries({ queryKey: ['receivers', 'list'] });
      showToast('The receiver was deleted.');
    },
    onError: (error) => showToast(problemOf(error).detail, 'bad'),
  });
  return (
    <Button icon={Trash2} variant="danger" isBusy={remove.isPending} onClick={() => remove.mutate()}>
      Delete
    </Button>
  );
};
