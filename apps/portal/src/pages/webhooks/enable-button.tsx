import { useQueryClient } from '@tanstack/react-query';
import { Power } from 'lucide-react';
import { cds } from '../../api/client.js';
import { problemOf } from '../../api/problem.js';
import { useSubmission } from '../../api/use-submission.js';
import { Button } from '../../ui/button.js';
import type { ButtonProps } from '../../ui/button.js';
import { showToast } from '../../ui/toast.js';

/** Sends to an endpoint again. */
export const EnableButton = ({ endpointId, variant }: { endpointId: string } & Pick<ButtonProps, 'variant'>) => {
  const client = useQueryClient();
  const enable = useSubmission({
    send: cds.webhooks.enable.bind(cds.webhooks),
    onSuccess: () => {
      showToast('The endpoint is enabled: new events are sent to it.');
      return client.invalidateQueries({ queryKey: ['webhooks'] });
    },
    onError: (error) => showToast(problemOf(error).detail, 'bad'),
  });
  return (
    <Button icon={Power} variant={variant} isBusy={enable.isPending} onClick={() => enable.mutate(endpointId)}>
      Enable
    </Button>
  );
};
