import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { KeyRound, Pencil, PowerOff, Send, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { cds } from '../../api/client.js';
import { problemOf } from '../../api/problem.js';
import type { Endpoint } from '../../api/webhooks.js';
import { Button, ButtonLink } from '../../ui/button.js';
import { ConfirmDialog } from '../../ui/dialog.js';
import { showToast } from '../../ui/toast.js';
import { nameOf } from './endpoint-status.js';
import { RotateDialog } from './rotate-dialog.js';

/** What can be done with an endpoint as a whole. */
export const EndpointActions = ({ endpoint }: { readonly endpoint: Endpoint }) => {
  const [asked, setAsked] = useState<'rotate' | 'disable' | 'delete' | null>(null);
  const close = (): void => setAsked(null);
  const isEnabled = endpoint.status === 'enabled';
  return (
    <>
      <TestButton endpoint={endpoint} />
      <ButtonLink to="/webhooks/$endpointId/edit" params={{ endpointId: endpoint.id }} icon={Pencil}>
        Edit
      </ButtonLink>
      <Button icon={KeyRound} onClick={() => setAsked('rotate')}>
        Rotate secret
      </Button>
      {isEnabled && (
        <Button icon={PowerOff} onClick={() => setAsked('disable')}>
          Disable
        </Button>
      )}
      <Button icon={Trash2} variant="danger" onClick={() => setAsked('delete')}>
        Delete
      </Button>
      {asked === 'rotate' && <RotateDialog endpointId={endpoint.id} onClose={close} />}
      <DisableDialog endpoint={endpoint} isOpen={asked === 'disable'} onClose={close} />
      <DeleteDialog endpoint={endpoint} isOpen={asked === 'delete'} onClose={close} />
    </>
  );
};

const TestButton = ({ endpoint: { id, status } }: { readonly endpoint: Endpoint }) => {
  const [client, navigate] = [useQueryClient(), useNavigate()];
  const test = useMutation({
    mutationFn: () => cds.webhooks.test(id),
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
      onClick={() => test.mutate()}
    >
      Send a test
    </Button>
  );
};

interface AskedProps {
  readonly endpoint: Endpoint;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

const DisableDialog = ({ endpoint, isOpen, onClose }: AskedProps) => {
  const client = useQueryClient();
  const disable = useMutation({
    mutationFn: () => cds.webhooks.update(endpoint.id, { status: 'disabled' }),
    onSuccess: async () => {
      onClose();
      await client.invalidateQueries({ queryKey: ['webhooks'] });
    },
    onError: (error) => showToast(problemOf(error).detail, 'bad'),
  });
  return (
    <ConfirmDialog
      title={`Disable ${nameOf(endpoint)}?`}
      isOpen={isOpen}
      onClose={onClose}
      onConfirm={() => disable.mutate()}
      confirmLabel="Disable the endpoint"
      isBusy={disable.isPending}
    >
      Waiting messages fail, and no new ones are created. After you enable it again, you can replay what it missed in
      the last 30 days.
    </ConfirmDialog>
  );
};

const DeleteDialog = ({ endpoint, isOpen, onClose }: AskedProps) => {
  const [client, navigate] = [useQueryClient(), useNavigate()];
  const remove = useMutation({
    mutationFn: () => cds.webhooks.delete(endpoint.id),
    onSuccess: async () => {
      showToast('The endpoint was deleted.');
      await navigate({ to: '/webhooks' });
      await client.invalidateQueries({ queryKey: ['webhooks', 'list'] });
    },
    onError: (error) => showToast(problemOf(error).detail, 'bad'),
  });
  return (
    <ConfirmDialog
      title={`Delete ${nameOf(endpoint)}?`}
      isOpen={isOpen}
      onClose={onClose}
      onConfirm={() => remove.mutate()}
      confirmLabel="Delete the endpoint"
      isBusy={remove.isPending}
      isDangerous
    >
      Nothing more is sent to it, and its deliveries can no longer be viewed. This cannot be undone.
    </ConfirmDialog>
  );
};
