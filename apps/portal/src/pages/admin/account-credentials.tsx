import { useQuery, useQueryClient } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { type Credential, type CredentialKind, credentialsQuery, endCredential } from '../../api/admin.js';
import { Button } from '../../ui/button.js';
import { Card } from '../../ui/card.js';
import { ConfirmButton } from '../../ui/confirm-button.js';
import { type Column, DataTable } from '../../ui/data-table.js';
import { EmptyState } from '../../ui/states.js';
import { Timestamp } from '../../ui/timestamp.js';
import { showToast } from '../../ui/toast.js';

interface Words {
  readonly title: string;
  readonly none: string;
  readonly end: string;
  readonly ended: string;
  readonly effect: string;
}

const WORDS: Readonly<Record<CredentialKind, Words>> = {
  apiKeys: {
    title: 'API keys',
    none: 'This account has no active key.',
    end: 'Revoke',
    ended: 'The key was revoked.',
    effect: 'Calls with this key are refused from now on.',
  },
  oauthClients: {
    title: 'Apps',
    none: 'This account has not registered any apps.',
    end: 'Delete',
    ended: 'The app was deleted.',
    effect: 'The app and all of its tokens stop at once, for everybody who uses it.',
  },
  oauthGrants: {
    title: 'Access given to apps',
    none: 'Nobody in this account has given an app access.',
    end: 'Revoke',
    ended: 'The access was revoked.',
    effect: 'The app can no longer act for this account.',
  },
};

/** An account has at most this many keys, and as many apps. */
const ALL = '100';

interface AccountCredentialsProps {
  readonly kind: CredentialKind;
  readonly accountId: string;
}

/** What programs call with for an account; an administrator can end each. */
export const AccountCredentials = ({ kind, accountId }: AccountCredentialsProps) => {
  const active = kind === 'apiKeys' ? { active: 'true' } : {};
  const rows = useQuery(credentialsQuery(kind, { account_id: accountId, ...active, per_page: ALL }));
  return (
    <Card title={WORDS[kind].title} isFlush>
      <DataTable
        label={`${WORDS[kind].title} of this account`}
        columns={columnsOf(kind)}
        query={{ ...rows, data: rows.data?.data }}
        rowKey={({ id }) => id}
        empty={
          <EmptyState icon={KeyRound} title="None">
            {WORDS[kind].none}
          </EmptyState>
        }
      />
    </Card>
  );
};

const columnsOf = (kind: CredentialKind): readonly Column<Credential>[] => [
  { id: 'name', label: 'Name', cell: ({ name }) => name },
  { id: 'id', label: 'Id', isSecondary: true, cell: ({ id }) => <code>{id}</code> },
  { id: 'scopes', label: 'Scopes', isSecondary: true, cell: ({ scopes }) => scopes.join(', ') },
  { id: 'created', label: 'Created', cell: ({ created_at: at }) => <Timestamp at={at} as="day" /> },
  { id: 'end', label: 'End', cell: (row) => <EndCredential kind={kind} credential={row} /> },
];

interface EndCredentialProps {
  readonly kind: CredentialKind;
  readonly credential: Credential;
}

const EndCredential = ({ kind, credential: { id, name } }: EndCredentialProps) => {
  const client = useQueryClient();
  const words = WORDS[kind];
  return (
    <ConfirmButton
      button={(ask) => (
        <Button size="s" onClick={ask} aria-label={`${words.end} ${name}`}>
          {words.end}
        </Button>
      )}
      title={`${words.end} ${name}?`}
      submitLabel={words.end}
      isDangerous
      act={async () => {
        await endCredential(kind, id);
        showToast(words.ended);
        await client.invalidateQueries({ queryKey: ['credentials'] });
      }}
    >
      <p>{words.effect}</p>
    </ConfirmButton>
  );
};
