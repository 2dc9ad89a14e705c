import type { Catch } from '@catch-data/sdk';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Trash2 } from 'lucide-react';
import { deleteCatch } from '../../api/catches.js';
import { Button } from '../../ui/button.js';
import { ConfirmButton } from '../../ui/confirm-button.js';
import { showToast } from '../../ui/toast.js';

export const DeleteCatch = ({ caught }: { readonly caught: Catch }) => {
  const [navigate, client] = [useNavigate(), useQueryClient()];
  return (
    <ConfirmButton
      button={(ask) => (
        <Button icon={Trash2} onClick={ask}>
          Delete
        </Button>
      )}
      title="Delete this catch?"
      submitLabel="Delete the catch"
      isDangerous
      act={async () => {
        await deleteCatch(caught);
        showToast('The catch was deleted.');
        await client.invalidateQueries({ queryKey: ['catches'] });
        await navigate({ to: '/catches' });
      }}
    >
      <p>It leaves every list and board, with its photos. This cannot be undone.</p>
    </ConfirmButton>
  );
};
