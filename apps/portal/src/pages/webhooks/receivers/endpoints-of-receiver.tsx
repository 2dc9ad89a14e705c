import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Plus, Send } from 'lucide-react';
import { cds } from '../../../api/client.js';
import { problemOf } from '../../../api/problem.js';
import { useSubmission } from '../../../api/use-submission.js';
import { type Endpoint, endpointsQuery } from '../../../api/webhooks.js';
import { Button, ButtonLink } from '../../../ui/button.js';
import { showToast } from '../../../ui/toast.js';
import { EndpointStatus, nameOf } from '../endpoint-status.js';
import styles from '../webhooks.module.css';

/** The account's endpoints that lead to a receiver, among the first page of them. */
export const EndpointsOfReceiver = ({ url }: { readonly url: string }) => {
  const { data } = useQuery(endpointsQuery({}));
  if (!data) return null;
  const here = data.data.filter((endpoint) => endpoint.url === url);
  if (here.length > 0) return here.map((endpoint) => <EndpointLine key={endpoint.id} endpoint={endpoint} />);
  return (
    <div className={styles['row']}>
      <ButtonLink to="/webhooks/new" search={{ url }} variant="primary" icon={Plus}>
        Add an endpoint with this address
      </ButtonLink>
    </div>
  );
};

const EndpointLine = ({ endpoint }: { readonly endpoint: Endpoint }) => {
  const test = useSubmission({
    send: cds.webhooks.test.bind(cds.webhooks),
    onSuccess: () => showToast('A test is on its way.'),
    onError: (error) => showToast(problemOf(error).detail, 'bad'),
  });
  return (
    <div className={styles['row']}>
      <span>
        Endpoint{' '}
        <Link to="/webhooks/$endpointId" params={{ endpointId: endpoint.id }}>
          {endpoint.description ?? nameOf(endpoint)}
        </Link>
      </span>
      <EndpointStatus endpoint={endpoint} />
      <Button
        icon={Send}
        isBusy={test.isPending}
        disabled={endpoint.status === 'disabled'}
        onClick={() => test.mutate(endpoint.id)}
      >
        Send a test
      </Button>
    </div>
  );
};
