import type { OAuthClient } from '@catch-data/sdk';
import { cds } from '../../api/client.js';
import { useSubmission } from '../../api/use-submission.js';
import type { Person } from '../../session/session.js';
import { ConfirmDialog } from '../../ui/form-dialog.js';
import { SecretDialog } from '../../ui/secret-dialog.js';
import { showToast } from '../../ui/toast.js';
import { NewAppDialog } from './new-app-dialog.js';

/** What is being done about apps. */
export type AppTask =
  | { readonly kind: 'new' }
  | { readonly kind: 'rotate' | 'delete'; readonly app: OAuthClient }
  | { readonly kind: 'made'; readonly name: string; readonly secret: string };

interface AppDialogsProps {
  readonly task: AppTask | null;
  readonly onTask: (task: AppTask | null) => void;
  readonly person: Person;
}

export const AppDialogs = ({ task, onTask, person }: AppDialogsProps) => {
  const close = (): void => onTask(null);
  switch (task?.kind) {
    case undefined:
      return null;
    case 'new':
      return <NewAppDialog person={person} onTask={onTask} />;
    case 'rotate':
      return <RotateDialog app={task.app} onTask={onTask} />;
    case 'delete':
      return <DeleteDialog app={task.app} onClose={close} />;
    case 'made':
      return <SecretDialog title={`The secret of ${task.name}`} secret={task.secret} onClose={close} />;
  }
};

interface OneApp {
  readonly app: OAuthClient;
}

const RotateDialog = ({ app, onTask }: OneApp & Pick<AppDialogsProps, 'onTask'>) => {
  const rotate = useSubmission({
    send: cds.oauthClients.rotateSecret.bind(cds.oauthClients),
    shownBy: 'oauth-clients',
  });
  return (
    <ConfirmDialog
      title={`New secret for ${app.name}?`}
      sending={rotate}
      submitLabel="Create new secret"
      onClose={() => onTask(null)}
      onConfirm={() =>
        rotate.mutate(app.id, {
          onSuccess: ({ client_secret: secret }) => onTask({ kind: 'made', name: app.name, secret: secret ?? '' }),
        })
      }
    >
      <p>The secret that it has now stops working at once.</p>
    </ConfirmDialog>
  );
};

const DeleteDialog = ({ app, onClose }: OneApp & { readonly onClose: () => void }) => {
  const remove = useSubmission({
    send: () => cds.oauthClients.delete(app.id, { ifMatch: null }),
    shownBy: 'oauth-clients',
  });
  return (
    <ConfirmDialog
      title={`Delete ${app.name}?`}
      isDangerous
      sending={remove}
      submitLabel="Delete the app"
      onClose={onClose}
      onConfirm={() =>
        remove.mutate(undefined, {
          onSuccess: () => {
            showToast(`${app.name} was deleted.`);
            onClose();
          },
        })
      }
    >
      <p>Everybody who allowed it is signed out of it, and its tokens stop working within seconds.</p>
    </ConfirmDialog>
  );
};
