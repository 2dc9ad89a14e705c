import type { ApiKey } from '@catch-data/sdk';
import { useQuery } from '@tanstack/react-query';
import { KeyRound, Pencil, Plus, RefreshCw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { apiKeysQuery } from '../../api/api-keys.js';
import type { Person } from '../../session/session.js';
import { Button, IconButton } from '../../ui/button.js';
import { Card } from '../../ui/card.js';
import { useCursorPages } from '../../ui/cursor-pages.js';
import { type Column, DataTable } from '../../ui/data-table.js';
import { Pagination } from '../../ui/pagination.js';
import { EmptyState } from '../../ui/states.js';
import { Timestamp } from '../../ui/timestamp.js';
import { KeyDialogs, type KeyTask } from './key-dialogs.js';
import { isActive, KeyState } from './key-state.js';
import styles from './keys.module.css';

const columnsOf = (onTask: (task: KeyTask) => void): readonly Column<ApiKey>[] => [
  {
    id: 'name',
    label: 'Name',
    cell: ({ name, prefix }) => (
      <div className={styles['name']}>
        <strong>{name}</strong>
        <code>{prefix}…</code>
      </div>
    ),
  },
  { id: 'state', label: 'State', cell: (apiKey) => <KeyState apiKey={apiKey} /> },
  {
    id: 'last_used',
    label: 'Last used',
    isSecondary: true,
    cell: ({ last_used_at: at }) => (at === null ? 'Never' : <Timestamp at={at} />),
  },
  { id: 'scopes', label: 'Scopes', isSecondary: true, cell: ({ scopes }) => <Scopes scopes={scopes} /> },
  {
    id: 'networks',
    label: 'Networks',
    isSecondary: true,
    cell: ({ allowed_cidrs: cidrs }) => (cidrs.length === 0 ? 'Everywhere' : cidrs.join(', ')),
  },
  {
    id: 'actions',
    label: 'Actions',
    align: 'end',
    cell: (apiKey) => isActive(apiKey) && <Actions apiKey={apiKey} onTask={onTask} />,
  },
];

const Scopes = ({ scopes }: { readonly scopes: readonly string[] }) => (
  <details className={styles['scopes']}>
    <summary>{scopes.length === 1 ? scopes[0] : `${scopes.length} scopes`}</summary>
    {scopes.join(', ')}
  </details>
);

const Actions = ({ apiKey, onTask }: { readonly apiKey: ApiKey; readonly onTask: (task: KeyTask) => void }) => (
  <div className={styles['actions']}>
    {apiKey.replaced_by === null && (
      <>
        <IconButton
          size="s"
          icon={Pencil}
          label={`Edit ${apiKey.name}`}
          onClick={() => onTask({ kind: 'edit', apiKey })}
        />
        <IconButton
          size="s"
          icon={RefreshCw}
          label={`Roll ${apiKey.name}`}
          onClick={() => onTask({ kind: 'roll', apiKey })}
        />
      </>
    )}
    <IconButton
      size="s"
      icon={Trash2}
      label={`Revoke ${apiKey.name}`}
      onClick={() => onTask({ kind: 'revoke', apiKey })}
    />
  </div>
);

interface KeysCardProps {
  readonly person: Person;
  readonly cursor: string | undefined;
}

export const KeysCard = ({ person, cursor }: KeysCardProps) => {
  const [task, setTask] = useState<KeyTask | null>(null);
  const keys = useQuery(apiKeysQuery({ ...(cursor !== undefined && { cursor }) }));
  const pages = useCursorPages(cursor, keys.data?.next_cursor);
  const newKey = (
    <Button variant="primary" icon={Plus} onClick={() => setTask({ kind: 'new' })}>
      New key
    </Button>
  );
  return (
    <Card
      title="API keys"
      description="For your servers and scripts. A key is shown once, when it is created."
      actions={newKey}
      isFlush
    >
      <DataTable
        label="API keys"
        columns={columnsOf(setTask)}
        query={{ ...keys, data: keys.data?.data }}
        rowKey={({ id }) => id}
        empty={
          <EmptyState icon={KeyRound} title="No keys yet">
            A key lets a program call the API for this account. Create one to send your first call.
          </EmptyState>
        }
      />
      <Pagination {...pages} total={keys.data?.total ?? null} unit="keys" />
      <KeyDialogs task={task} onTask={setTask} person={person} />
    </Card>
  );
};
