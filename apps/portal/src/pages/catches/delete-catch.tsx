import type { Catch } from '@catch-data/sdk';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { deleteCatch } from '../../api/catches.js';
import { DeleteButton } from '../../ui/delete-button.js';
import { showToast } from '../../ui/toast.js';

export const DeleteCatch = ({ caught }: { readonly caught: Catch }) => {
  const [navigate, client] = [useNavigate(), useQueryClient()];
  return (
    <DeleteButton
      subject="catch"
      name="this catch"
      act={async () => {
        await deleteCatch(caught);
        showToast('The catch was deleted.');
        await client.invalidateQueries({ queryKey: ['catches'] });
        await navigate({ to: '/catches' });
      }}
    >
      It leaves every list and board, with its photos. This cannot be undone.
    </DeleteButton>
  );
};
