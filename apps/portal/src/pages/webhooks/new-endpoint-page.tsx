import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { cds } from '../../api/client.js';
import { receiversQuery } from '../../api/receivers.js';
import { useSubmission } from '../../api/use-submission.js';
import { useDraft } from '../../session/draft.js';
import { Button, ButtonLink } from '../../ui/button.js';
import { Card } from '../../ui/card.js';
import { Page } from '../../ui/page.js';
import { bodyOf, EMPTY_DRAFT } from './endpoint-draft.js';
import { EndpointForm } from './endpoint-form.js';
import { UseReceiverButton } from './receivers/use-receiver-button.js';
import { Secret } from './secret.js';
import styles from './webhooks.module.css';

const route = getRouteApi('/_app/webhooks/new');

export const NewEndpointPage = () => {
  const { url } = route.useSearch();
  const [draft, setDraft, forget] = useDraft('new-endpoint', EMPTY_DRAFT);
  const [headers, setHeaders] = useState('');
  useEffect(() => {
    if (url !== undefined) setDraft((old) => ({ ...old, url }));
  }, [url, setDraft]);
  const create = useSubmission({
    send: cds.webhooks.create.bind(cds.webhooks),
    shownBy: 'webhooks',
    onSuccess: () => {
      forget();
      setHeaders('');
    },
  });
  const { data: made } = create;
  return (
    <Page
      title={made ? 'The endpoint was added' : 'Add an endpoint'}
      above={<Link to="/webhooks">Webhooks</Link>}
      description={made ? undefined : 'An address of your server to which events are sent.'}
    >
      {made ? (
        <Card title="Signing secret">
          <div className={styles['stack']}>
            <Secret secret={made.secret ?? ''} />
            <div className={styles['row']}>
              <ButtonLink to="/webhooks/$endpointId" params={{ endpointId: made.id }} variant="primary">
                View endpoint
              </ButtonLink>
              <WatchLink url={made.url} />
            </div>
          </div>
        </Card>
      ) : (
        <Card title="Endpoint">
          <EndpointForm
            draft={draft}
            onDraft={setDraft}
            headers={headers}
            onHeaders={setHeaders}
            error={create.error}
            besideAddress={<UseReceiverButton onReceiver={(receiver) => setDraft({ ...draft, url: receiver.url })} />}
            onSubmit={() => create.mutate(bodyOf(draft, headers))}
          >
            <Button variant="primary" type="submit" isBusy={create.isPending}>
              Add the endpoint
            </Button>
            <ButtonLink to="/webhooks">Cancel</ButtonLink>
          </EndpointForm>
        </Card>
      )}
    </Page>
  );
};

/** Where the endpoint leads to a receiver of ours, one can watch there. */
const WatchLink = ({ url }: { readonly url: string | undefined }) => {
  const { data: receivers } = useQuery(receiversQuery);
  const receiver = receivers?.find((one) => one.url === url);
  if (!receiver) return null;
  return (
    <ButtonLink to="/webhooks/receivers/$receiverId" params={{ receiverId: receiver.id }}>
      Watch requests arrive
    </ButtonLink>
  );
};
