import type { ApiKey } from '@catch-data/sdk';
import { useState } from 'react';
import type { MadeKey } from '../../api/api-keys.js';
import { cds } from '../../api/client.js';
import { useSubmission } from '../../api/use-submission.js';
import { Select } from '../../ui/field.js';
import { FormDialog } from '../../ui/form-dialog.js';

const GRACES = [
  { value: '0', label: 'It stops working now' },
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
  const roll = useSubmission({
    send: (body: { readonly grace_seconds: number }, options) => cds.apiKeys.roll(apiKey.id, body, options),
    shownBy: 'api-keys',
  });
  return (
    <FormDialog
      title={`Roll ${apiKey.name}`}
      submitLabel="Roll the key"
      size="s"
      sending={roll}
      onClose={onClose}
      onSubmit={() => roll.mutate({ grace_seconds: Number(grace) }, { onSuccess: onMade })}
    >
      <p>A new key with the same name, scopes and networks takes its place.</p>
      <Select
        label="The old key goes on for"
        options={GRACES}
        value={grace}
        onChange={({ target }) => setGrace(target.value)}
      />
    </FormDialog>
  );
};
