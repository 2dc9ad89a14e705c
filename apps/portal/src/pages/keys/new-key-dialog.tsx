import { useId } from 'react';
import type { MadeKey } from '../../api/api-keys.js';
import { cds } from '../../api/client.js';
import { useCreate } from '../../api/mutations.js';
import { refusalOf } from '../../api/refusal.js';
import { useDraft } from '../../session/draft.js';
import { isPowerful, scopesOf } from '../../session/scopes.js';
import type { Person } from '../../session/session.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { Form } from '../../ui/field.js';
import { FormError } from '../../ui/form-error.js';
import { bodyOf, KeyFields } from './key-fields.js';

interface NewKeyDialogProps {
  readonly person: Person;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onMade: (key: MadeKey) => void;
}

export const NewKeyDialog = ({ person, isOpen, onClose, onMade }: NewKeyDialogProps) => {
  const form = useId();
  const scopes = scopesOf(person);
  const initial = { name: '', scopes: scopes.filter((scope) => !isPowerful(scope)), expiresAt: '', networks: '' };
  const [draft, setDraft, forget] = useDraft('new-key', initial);
  const make = useCreate(cds.apiKeys.create.bind(cds.apiKeys), 'api-keys');
  const submit = (): void =>
    make.mutate(bodyOf(draft), {
      onSuccess: (key) => {
        forget();
        onMade(key);
      },
    });
  return (
    <Dialog
      title="New API key"
      isOpen={isOpen}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            form={form}
            variant="primary"
            isBusy={make.isPending}
            disabled={draft.scopes.length === 0}
          >
            Make the key
          </Button>
        </>
      }
    >
      <Form
        id={form}
        problem={refusalOf(make.error)}
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <KeyFields draft={draft} onChange={setDraft} scopes={scopes} />
        <FormError error={make.error} />
      </Form>
    </Dialog>
  );
};
