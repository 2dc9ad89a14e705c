import type { ApiKey } from '@catch-data/sdk';
import { useState } from 'react';
import { cds } from '../../api/client.js';
import { useSubmission } from '../../api/use-submission.js';
import { scopesOf } from '../../session/scopes.js';
import type { Person } from '../../session/session.js';
import { FormDialog } from '../../ui/form-dialog.js';
import { showToast } from '../../ui/toast.js';
import { bodyOf, draftOf, KeyFields } from './key-fields.js';

interface EditKeyDialogProps {
  readonly apiKey: ApiKey;
  readonly person: Person;
  readonly onClose: () => void;
}

export const EditKeyDialog = ({ apiKey, person, onClose }: EditKeyDialogProps) => {
  const [draft, setDraft] = useState(() => draftOf(apiKey));
  const change = useSubmission({
    send: (body: ReturnType<typeof bodyOf>) => cds.apiKeys.update(apiKey.id, body, { ifMatch: null }),
    shownBy: 'api-keys',
  });
  return (
    <FormDialog
      title={`Edit ${apiKey.name}`}
      submitLabel="Save"
      sending={change}
      onClose={onClose}
      onSubmit={() =>
        change.mutate(bodyOf(draft), {
          onSuccess: () => {
            showToast(`${draft.name} was changed.`);
            onClose();
          },
        })
      }
    >
      <KeyFields draft={draft} onChange={setDraft} scopes={scopesOf(person)} />
    </FormDialog>
  );
};
