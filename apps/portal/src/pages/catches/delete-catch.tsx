import type { Catch } from '@catch-data/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { deleteCatch } from '../../api/catches.js';
import { problemOf } from '../../api/problem.js';
import { Button } from '../../ui/button.js';
import { ConfirmDialog } from '../../ui/dialog.js';
import { Note } from '../../ui/states.js';
import { showToast } from '../../ui/toast.js';

export const DeleteCatch = ({ caught }: { readonly caught: Catch }) => {
  const [isOpen, setIsOpen] = useState(false);
  const [navigate, client] = [useNavigate(), useQueryClient()];
  const remove = useMutation({
    mutationFn: () => deleteCatch(caught),
    onSuccess: async () => {
      showToast('The catch was deleted.');
      await client.invalidateQueries({ queryKey: ['catches'] });
      await navigate({ to: '/catches' });
    },
  });
  return (
    <>
      <Button icon={Trash2} onClick={() => setIsOpen(true)}>
        Delete
      </Button>
      <ConfirmDialog
        title="Delete this catch?"
        isOpen={isOpen}
        isDangerous
        confirmLabel="Delete the catch"
        isBusy={remove.isPending}
        onClose={() => setIsOpen(false)}
        onConfirm={() => remove.mutate()}
      >
        <p>It leaves every list and board, with its photos. This cannot be undone.</p>
        {remove.error && <Note tone="bad">{problemOf(remove.error).detail}</Note>}
      </ConfirmDialog>
    </>
  );
};
