import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { cds } from '../../api/client.js';
import { useSubmission } from '../../api/use-submission.js';
import { endpointQuery } from '../../api/webhooks.js';
import type { Endpoint } from '../../api/webhooks.js';
import { useDraft } from '../../session/draft.js';
import { Button, ButtonLink } from '../../ui/button.js';
import { Card } from '../../ui/card.js';
import { LoadError } from '../../ui/load-error.js';
import { Page } from '../../ui/page.js';
import { Skeleton } from '../../ui/states.js';
import { showToast } from '../../ui/toast.js';
import { bodyOf, draftOf, headersText, patchOf } from './endpoint-draft.js';
import { EndpointForm } from './endpoint-form.js';
import { nameOf } from './endpoint-status.js';

const route = getRouteApi('/_app/webhooks/$endpointId_/edit');

export const EditEndpointPage = () => {
  const { endpointId } = route.useParams();
  const { data: endpoint, error, refetch } = useQuery({ ...endpointQuery(endpointId), refetchOnWindowFocus: false });
  const above = (
    <Link to="/webhooks/$endpointId" params={{ endpointId }}>
      {endpoint ? nameOf(endpoint) : 'Endpoint'}
    </Link>
  );
  return (
    <Page title="Edit the endpoint" above={above}>
      {endpoint ? (
        <EditForm endpoint={endpoint} />
      ) : error ? (
        <LoadError error={error} retry={refetch} elsewhere={<ButtonLink to="/webhooks">All endpoints</ButtonLink>} />
      ) : (
        <Skeleton lines={8} label="Loading the endpoint" />
      )}
    </Page>
  );
};

const EditForm = ({ endpoint }: { readonly endpoint: Endpoint }) => {
  const [client, navigate] = [useQueryClient(), useNavigate()];
  // Each version has a draft of its own: what was typed upon an older one is not mixed into the next.
  const [draft, setDraft, forget] = useDraft(`endpoint-${endpoint.id}-${endpoint.updated_at}`, draftOf(endpoint));
  const [headers, setHeaders] = useState(() => headersText(endpoint.headers));
  const page = { to: '/webhooks/$endpointId', params: { endpointId: endpoint.id } } as const;
  const save = useSubmission({
    // The endpoint itself goes along: if somebody else changed it meanwhile, nothing is written.
    send: () => cds.webhooks.update(endpoint, patchOf(bodyOf(draft, headers), endpoint)),
    onSuccess: async () => {
      forget();
      showToast('The endpoint was saved.');
      await client.invalidateQueries({ queryKey: ['webhooks'] });
      await navigate(page);
    },
  });
  return (
    <Card title="Endpoint">
      <EndpointForm
        draft={draft}
        onDraft={setDraft}
        headers={headers}
        onHeaders={setHeaders}
        error={save.error}
        onSubmit={() => save.mutate()}
      >
        <Button variant="primary" type="submit" isBusy={save.isPending}>
          Save
        </Button>
        <ButtonLink {...page}>Cancel</ButtonLink>
      </EndpointForm>
    </Card>
  );
};
