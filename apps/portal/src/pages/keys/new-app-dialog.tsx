import { cds } from '../../api/client.js';
import { useSubmission } from '../../api/use-submission.js';
import { useDraft } from '../../session/draft.js';
import { isPowerful, type Scope, scopesOf } from '../../session/scopes.js';
import type { Person } from '../../session/session.js';
import { boundTo } from '../../ui/bound-to.js';
import { Select, TextArea, TextField } from '../../ui/field.js';
import { FormDialog } from '../../ui/form-dialog.js';
import { showToast } from '../../ui/toast.js';
import type { AppTask } from './app-dialogs.js';
import { ScopeChoice } from './scope-choice.js';

const DEVICE = 'urn:ietf:params:oauth:grant-type:device_code';

/** What apps are made for, in words, and the OAuth that it takes. */
const KINDS = {
  server: {
    label: 'A web app with a server, which keeps a secret',
    confidential: true,
    grants: ['authorization_code', 'refresh_token'],
  },
  browser: {
    label: 'An app in a browser or on a phone, without a secret',
    confidential: false,
    grants: ['authorization_code', 'refresh_token'],
  },
  device: { label: 'A device or a command line, by a code', confidential: false, grants: [DEVICE, 'refresh_token'] },
  machine: { label: 'A server that acts for this account', confidential: true, grants: ['client_credentials'] },
} as const;
type Kind = keyof typeof KINDS;

interface AppDraft {
  readonly name: string;
  readonly kind: Kind;
  readonly redirects: string;
  readonly scopes: Scope[];
}

const bodyOf = ({ name, kind, redirects, scopes }: AppDraft) => ({
  name,
  confidential: KINDS[kind].confidential,
  grant_types: [...KINDS[kind].grants],
  redirect_uris: redirects.split(/\s+/).filter(Boolean),
  scopes,
});

interface NewAppDialogProps {
  readonly person: Person;
  readonly onTask: (task: AppTask | null) => void;
}

export const NewAppDialog = ({ person, onTask }: NewAppDialogProps) => {
  const scopes = scopesOf(person);
  const initial: AppDraft = {
    name: '',
    kind: 'server',
    redirects: '',
    scopes: scopes.filter((one) => !isPowerful(one)),
  };
  const [draft, setDraft, forget] = useDraft('new-app', initial);
  const make = useSubmission({ send: cds.oauthClients.create.bind(cds.oauthClients), shownBy: 'oauth-clients' });
  const submit = (): void =>
    make.mutate(bodyOf(draft), {
      onSuccess: ({ name, client_secret: secret }) => {
        forget();
        if (!secret) showToast(`${name} was registered.`);
        onTask(secret ? { kind: 'made', name, secret } : null);
      },
    });
  return (
    <FormDialog
      title="New OAuth app"
      submitLabel="Register the app"
      sending={make}
      isIncomplete={draft.scopes.length === 0}
      onClose={() => onTask(null)}
      onSubmit={submit}
    >
      <AppFields draft={draft} onChange={setDraft} scopes={scopes} />
    </FormDialog>
  );
};

interface AppFieldsProps {
  readonly draft: AppDraft;
  readonly onChange: (draft: AppDraft) => void;
  readonly scopes: readonly Scope[];
}

const AppFields = ({ draft, onChange, scopes }: AppFieldsProps) => {
  const bind = boundTo(draft, onChange);
  return (
    <>
      <TextField
        label="Name"
        pointer="/name"
        hint="Shown to people when the app asks them for access."
        required
        maxLength={200}
        {...bind('name')}
      />
      <Select
        label="What it is"
        pointer="/grant_types"
        options={Object.entries(KINDS).map(([value, { label }]) => ({ value, label }))}
        value={draft.kind}
        onChange={({ target }) => onChange({ ...draft, kind: target.value as Kind })}
      />
      {(draft.kind === 'server' || draft.kind === 'browser') && (
        <TextArea
          label="Redirect URIs"
          pointer="/redirect_uris"
          hint="Where browsers are sent after signing in, one per line. Use https, or http on a loopback address."
          required
          {...bind('redirects')}
        />
      )}
      <ScopeChoice
        scopes={scopes}
        chosen={draft.scopes}
        onChange={(chosen) => onChange({ ...draft, scopes: chosen })}
      />
    </>
  );
};
