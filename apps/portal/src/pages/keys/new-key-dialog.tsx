import type { MadeKey } from '../../api/api-keys.js';
import { cds } from '../../api/client.js';
import { useSubmission } from '../../api/use-submission.js';
import { useDraft } from '../../session/draft.js';
import { isPowerful, scopesOf } from '../../session/scopes.js';
import type { Person } from '../../session/session.js';
import { FormDialog } from '../../ui/form-dialog.js';
import { bodyOf, KeyFields } from './key-fields.js';

interface NewKeyDialogProps {
  readonly person: Person;
  readonly onClose: () => void;
  readonly onMade: (key: MadeKey) => void;
}

export const NewKeyDialog = ({ person, onClose, onMade }: NewKeyDialogProps) => {
  const scopes = scopesOf(person);
  const initial = { name: '', scopes: scopes.filter((scope) => !isPowerful(scope)), expiresAt: '', networks: '' };
  const [draft, setDraft, forget] = useDraft('new-key', initial);
  const make = useSubmission({ send: cds.apiKeys.create.bind(cds.apiKeys), shownBy: 'api-keys' });
  const onSuccess = (key: MadeKey): void => {
    forget();
    onMade(key);
  };
  return (
    <FormDialog
      title="New API key"
      submitLabel="Create key"
      sending={make}
      isIncomplete={draft.scopes.length === 0}
      onClose={onClose}
      onSubmit={() => make.mutate(bodyOf(draft), { onSuccess })}
    >
      <KeyFields draft={draft} onChange={setDraft} scopes={scopes} />
    </FormDialog>
  );
};
