import type { ApiKey } from '@catch-data/sdk';
import type { MadeKey } from '../../api/api-keys.js';
import { cds } from '../../api/client.js';
import { useSubmission } from '../../api/use-submission.js';
import type { Person } from '../../session/session.js';
import { ConfirmDialog } from '../../ui/form-dialog.js';
import { SecretDialog } from '../../ui/secret-dialog.js';
import { showToast } from '../../ui/toast.js';
import { EditKeyDialog } from './edit-key-dialog.js';
import { NewKeyDialog } from './new-key-dialog.js';
import { RollKeyDialog } from './roll-key-dialog.js';

/** What is being done about keys. */
export type KeyTask =
  | { readonly kind: 'new' }
  | { readonly kind: 'edit' | 'roll' | 'revoke'; readonly apiKey: ApiKey }
  | { readonly kind: 'made'; readonly made: MadeKey };

interface KeyDialogsProps {
  readonly task: KeyTask | null;
  readonly onTask: (task: KeyTask | null) => void;
  readonly person: Person;
}

export const KeyDialogs = ({ task, onTask, person }: KeyDialogsProps) => {
  const close = (): void => onTask(null);
  const onMade = (made: MadeKey): void => onTask({ kind: 'made', made });
  switch (task?.kind) {
    case undefined:
      return null;
    case 'new':
      return <NewKeyDialog person={person} onClose={close} onMade={onMade} />;
    case 'edit':
      return <EditKeyDialog apiKey={task.apiKey} person={person} onClose={close} />;
    case 'roll':
      return <RollKeyDialog apiKey={task.apiKey} onClose={close} onMade={onMade} />;
    case 'revoke':
      return <RevokeDialog apiKey={task.apiKey} onClose={close} />;
    case 'made':
      return <SecretDialog title={`The key of ${task.made.name}`} secret={task.made.key ?? ''} onClose={close} />;
  }
};

const RevokeDialog = ({ apiKey, onClose }: { readonly apiKey: ApiKey; readonly onClose: () => void }) => {
  const revoke = useSubmission({ send: () => cds.apiKeys.revoke(apiKey.id, { ifMatch: null }), shownBy: 'api-keys' });
  return (
    <ConfirmDialog
      title={`Revoke ${apiKey.name}?`}
      isDangerous
      sending={revoke}
      submitLabel="Revoke the key"
      onClose={onClose}
      onConfirm={() =>
        revoke.mutate(undefined, {
          onSuccess: () => {
            showToast(`${apiKey.name} was revoked.`);
            onClose();
          },
        })
      }
    >
      <p>
        Programs that use {apiKey.prefix}… stop working within a second, for good. To replace a key without a gap, roll
        it.
      </p>
    </ConfirmDialog>
  );
};
