import type { OAuthGrant } from '@catch-data/sdk';
import { useQuery } from '@tanstack/react-query';
import { AppWindow } from 'lucide-react';
import { useState } from 'react';
import { cds } from '../../api/client.js';
import { grantsQuery } from '../../api/oauth.js';
import { useSubmission } from '../../api/use-submission.js';
import { SCOPE_WORDS } from '../../session/scopes.js';
import { Button } from '../../ui/button.js';
import { Card } from '../../ui/card.js';
import { useCursorPages } from '../../ui/cursor-pages.js';
import { type Column, DataTable } from '../../ui/data-table.js';
import { ConfirmDialog } from '../../ui/form-dialog.js';
import { Pagination } from '../../ui/pagination.js';
import { EmptyState } from '../../ui/states.js';
import { Timestamp } from '../../ui/timestamp.js';

const columnsOf = (onEnd: (grant: OAuthGrant) => void): readonly Column<OAuthGrant>[] => [
  { id: 'app', label: 'App', cell: ({ client }) => <strong>{client.name}</strong> },
  { id: 'may', label: 'Permissions', cell: ({ scopes }) => scopes.map((scope) => SCOPE_WORDS[scope]).join('; ') },
  { id: 'since', label: 'Since', isSecondary: true, cell: ({ created_at: at }) => <Timestamp at={at} as="day" /> },
  { id: 'ends', label: 'Ends', isSecondary: true, cell: ({ expires_at: at }) => <Timestamp at={at} as="day" /> },
  {
    id: 'actions',
    label: 'Actions',
    align: 'end',
    cell: (grant) => (
      <Button size="s" onClick={() => onEnd(grant)}>
        End access
      </Button>
    ),
  },
];

/** Apps of others that people of the account allowed to act for it. */
export const GrantsCard = ({ cursor }: { readonly cursor: string | undefined }) => {
  const [ending, setEnding] = useState<OAuthGrant | null>(null);
  const grants = useQuery(grantsQuery(cursor));
  const pages = useCursorPages(cursor, grants.data?.next_cursor, 'grants');
  return (
    <Card title="Apps with access" description="Apps that you allowed to act for this account." isFlush>
      <DataTable
        label="Apps with access"
        columns={columnsOf(setEnding)}
        query={{ ...grants, data: grants.data?.data }}
        rowKey={({ id }) => id}
        empty={
          <EmptyState icon={AppWindow} title="No app has access">
            Apps that you allow to use your account appear here, and you can end their access.
          </EmptyState>
        }
      />
      <Pagination {...pages} total={grants.data?.total ?? null} unit="grants" />
      {ending && <EndDialog grant={ending} onClose={() => setEnding(null)} />}
    </Card>
  );
};

const EndDialog = ({ grant, onClose }: { readonly grant: OAuthGrant; readonly onClose: () => void }) => {
  const end = useSubmission({
    send: () => cds.oauthGrants.revoke(grant.id, { ifMatch: null }),
    shownBy: 'oauth-grants',
  });
  return (
    <ConfirmDialog
      title={`End the access of ${grant.client.name}?`}
      isDangerous
      sending={end}
      submitLabel="End access"
      onClose={onClose}
      onConfirm={() => end.mutate(undefined, { onSuccess: onClose })}
    >
      <p>Its tokens stop working within seconds. It has to ask you again to come back.</p>
    </ConfirmDialog>
  );
};
