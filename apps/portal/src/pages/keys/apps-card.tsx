import type { OAuthClient } from '@catch-data/sdk';
import { useQuery } from '@tanstack/react-query';
import { AppWindow, Plus, RefreshCw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { clientsQuery } from '../../api/oauth.js';
import type { Person } from '../../session/session.js';
import { Badge } from '../../ui/badge.js';
import { Button, IconButton } from '../../ui/button.js';
import { Card } from '../../ui/card.js';
import { useCursorPages } from '../../ui/cursor-pages.js';
import { type Column, DataTable } from '../../ui/data-table.js';
import { Pagination } from '../../ui/pagination.js';
import { EmptyState } from '../../ui/states.js';
import { Timestamp } from '../../ui/timestamp.js';
import { AppDialogs, type AppTask } from './app-dialogs.js';
import styles from './keys.module.css';

const columnsOf = (onTask: (task: AppTask) => void): readonly Column<OAuthClient>[] => [
  {
    id: 'name',
    label: 'Name',
    cell: ({ name, id }) => (
      <div className={styles['name']}>
        <strong>{name}</strong>
        <code>{id}</code>
      </div>
    ),
  },
  {
    id: 'kind',
    label: 'Kind',
    cell: ({ confidential }) => (confidential ? <Badge tone="accent">With a secret</Badge> : <Badge>Public</Badge>),
  },
  { id: 'uris', label: 'Redirects to', isSecondary: true, cell: ({ redirect_uris: uris }) => uris.join(', ') || '—' },
  { id: 'created', label: 'Created', isSecondary: true, cell: ({ created_at: at }) => <Timestamp at={at} as="day" /> },
  {
    id: 'actions',
    label: 'Actions',
    align: 'end',
    cell: (app) => (
      <div className={styles['actions']}>
        {app.confidential && (
          <IconButton
            size="s"
            icon={RefreshCw}
            label={`New secret for ${app.name}`}
            onClick={() => onTask({ kind: 'rotate', app })}
          />
        )}
        <IconButton
          size="s"
          icon={Trash2}
          label={`Delete ${app.name}`}
          onClick={() => onTask({ kind: 'delete', app })}
        />
      </div>
    ),
  },
];

interface AppsCardProps {
  readonly person: Person;
  readonly cursor: string | undefined;
}

/** OAuth clients of the account. */
export const AppsCard = ({ person, cursor }: AppsCardProps) => {
  const [task, setTask] = useState<AppTask | null>(null);
  const apps = useQuery(clientsQuery(cursor));
  const pages = useCursorPages(cursor, apps.data?.next_cursor, 'apps');
  return (
    <Card
      title="Your OAuth apps"
      description="Apps of yours that ask other people for access, or act for this account by OAuth."
      actions={
        <Button icon={Plus} onClick={() => setTask({ kind: 'new' })}>
          New app
        </Button>
      }
      isFlush
    >
      <DataTable
        label="Your OAuth apps"
        columns={columnsOf(setTask)}
        query={{ ...apps, data: apps.data?.data }}
        rowKey={({ id }) => id}
        empty={
          <EmptyState icon={AppWindow} title="No apps yet">
            Register one when people of other accounts should sign in to it, or for a device that has no browser. For
            your own servers a key is simpler.
          </EmptyState>
        }
      />
      <Pagination {...pages} total={apps.data?.total ?? null} unit="apps" />
      <AppDialogs task={task} onTask={setTask} person={person} />
    </Card>
  );
};
