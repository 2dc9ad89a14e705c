import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { KeyRound, Pencil, PowerOff, Send } from 'lucide-react';
import { useState } from 'react';
import { cds } from '../../api/client.js';
import { problemOf } from '../../api/problem.js';
import { useSubmission } from '../../api/use-submission.js';
import type { Endpoint } from '../../api/webhooks.js';
import { Button, ButtonLink } from '../../ui/button.js';
import { ConfirmButton } from '../../ui/confirm-button.js';
import { DeleteButton } from '../../ui/delete-button.js';
import { showToast } from '../../ui/toast.js';
import { nameOf } from './endpoint-status.js';
import { RotateDialog } from './rotate-dialog.js';

/** What can be done with an endpoint as a whole. */
export const EndpointActions = ({ endpoint }: { readonly endpoint: Endpoint }) => {
  const [isRotating, setIsRotating] = useState(false);
  return (
    <>
      <TestButton endpoint={endpoint} />
      <ButtonLink to="/webhooks/$endpointId/edit" params={{ endpointId: endpoint.id }} icon={Pencil}>
        Edit
      </ButtonLink>
      <Button icon={KeyRound} onClick={() => setIsRotating(true)}>
        Rotate secret
      </Button>
      {endpoint.status === 'enabled' && <DisableButton endpoint={endpoint} />}
      <DeleteEndpoint endpoint={endpoint} />
      {isRotating && <RotateDialog endpointId={endpoint.id} onClose={() => setIsRotating(false)} />}
    </>
  );
};

const TestButton = ({ endpoint: { id, status } }: { readonly endpoint: Endpoint }) => {
  const [client, navigate] = [useQueryClient(), useNavigate()];
  const test = useSubmission({
    send: (endpointId: string, options) => cds.webhooks.test(endpointId, options),
    onSuccess: (delivery) => {
      void client.invalidateQueries({ queryKey: ['webhooks', 'deliveries'] });
      void navigate({ to: '/webhooks/deliveries/$deliveryId', params: { deliveryId: delivery.id } });
    },
    onError: (error) => showToast(problemOf(error).detail, 'bad'),
  });
  return (
    <Button
      variant="primary"
      icon={Send}
      isBusy={test.isPending}
      disabled={status === 'disabled'}
      onClick={() => test.mutate(id)}
    >
      Send a test
    </Button>
  );
};

const DisableButton = ({ endpoint }: { readonly endpoint: Endpoint }) => {
  const client = useQueryClient();
  return (
    <ConfirmButton
      button={(ask) => (
        <Button icon={PowerOff} onClick={ask}>
          Disable
        </Button>
      )}
      title={`Disable ${nameOf(endpoint)}?`}
      submitLabel="Disable the endpoint"
      act={async () => {
        await cds.webhooks.update(endpoint.id, { status: 'disabled' });
        await client.invalidateQueries({ queryKey: ['webhooks'] });
      }}
    >
      <p>
        Waiting messages fail, and no new ones are created. After you enable it again, you can replay what it missed in
        the last 30 days.
      </p>
    </ConfirmButton>
  );
};

const DeleteEndpoint = ({ endpoint }: { readonly endpoint: Endpoint }) => {
  const [client, navigate] = [useQueryClient(), useNavigate()];
  return (
    <DeleteButton
      variant="danger"
      subject="endpoint"
      name={nameOf(endpoint)}
      act={async () => {
        await cds.webhooks.delete(endpoint.id);
        showToast('The endpoint was deleted.');
        await navigate({ to: '/webhooks' });
        await client.invalidateQueries({ queryKey: ['webhooks', 'list'] });
      }}
    >
      Nothing more is sent to it, and its deliveries can no longer be viewed. This cannot be undone.
    </DeleteButton>
  );
};
