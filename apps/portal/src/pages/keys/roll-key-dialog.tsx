import type { ApiKey } from '@catch-data/sdk';
import { useState } from 'react';
import type { MadeKey } from '../../api/api-keys.js';
import { cds } from '../../api/client.js';
import { useCreate } from '../../api/mutations.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { Select } from '../../ui/field.js';
import { FormError } from '../../ui/form-error.js';

const GRACES = [
  { value: '0', label: 'Not at all: it stops now' },
  { value: '3600', label: 'An hour' },
  { value: '86400', label: 'A day' },
  { value: '604800', label: 'A week' },
] as const;

interface RollKeyDialogProps {
  readonly apiKey: ApiKey;
  readonly onClose: () => void;
  readonly onMade: (key: MadeKey) => void;
}

/** Replaces a key; programs have a grace to take the new one. */
export const RollKeyDialog = ({ apiKey, onClose, onMade }: RollKeyDialogProps) => {
  const [grace, setGrace] = useState('86400');
  const roll = useCreate(
    (body: { readonly grace_seconds: number }, options) => cds.apiKeys.roll(apiKey.id, body, options),
    'api-keys',
  );
  return (
    <Dialog
      title={`Roll ${apiKey.name}`}
      isOpen
      size="s"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            isBusy={roll.isPending}
            onClick={() => roll.mutate({ grace_seconds: Number(grace) }, { onSuccess: onMade })}
          >
            Roll the key
          </Button>
        </>
      }
    >
      <p>A new key with the same name, scopes and networks takes its place.</p>
      <Select
        label="The old key goes on for"
        options={GRACES}
        value={grace}
        onChange={({ target }) => setGrace(target.value)}
      />
      <FormError error={roll.error} />
    </Dialog>
  );
};
