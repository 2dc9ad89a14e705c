import type { ApiKey } from '@catch-data/sdk';
import { useId, useState } from 'react';
import { cds } from '../../api/client.js';
import { useChange } from '../../api/mutations.js';
import { refusalOf } from '../../api/refusal.js';
import { scopesOf } from '../../session/scopes.js';
import type { Person } from '../../session/session.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { Form } from '../../ui/field.js';
import { FormError } from '../../ui/form-error.js';
import { showToast } from '../../ui/toast.js';
import { bodyOf, draftOf, KeyFields } from './key-fields.js';

interface EditKeyDialogProps {
  readonly apiKey: ApiKey;
  readonly person: Person;
  readonly onClose: () => void;
}

export const EditKeyDialog = ({ apiKey, person, onClose }: EditKeyDialogProps) => {
  const form = useId();
  const [draft, setDraft] = useState(() => draftOf(apiKey));
  const change = useChange(
    (body: ReturnType<typeof bodyOf>) => cds.apiKeys.update(apiKey.id, body, { ifMatch: null }),
    'api-keys',
  );
  return (
    <Dialog
      title={`Edit ${apiKey.name}`}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={form} variant="primary" isBusy={change.isPending}>
            Save
          </Button>
        </>
      }
    >
      <Form
        id={form}
        problem={refusalOf(change.error)}
        onSubmit={(event) => {
          event.preventDefault();
          change.mutate(bodyOf(draft), {
            onSuccess: () => {
              showToast(`${draft.name} was changed.`);
              onClose();
            },
          });
        }}
      >
        <KeyFields draft={draft} onChange={setDraft} scopes={scopesOf(person)} />
        <FormError error={change.error} />
      </Form>
    </Dialog>
  );
};
