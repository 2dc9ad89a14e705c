import type { Account } from '@catch-data/sdk';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Plus, Users } from 'lucide-react';
import { useState } from 'react';
import { accountsQuery } from '../../api/admin.js';
import { Button } from '../../ui/button.js';
import { Card } from '../../ui/card.js';
import { useCursorPages } from '../../ui/cursor-pages.js';
import { type Column, DataTable } from '../../ui/data-table.js';
import { TextField } from '../../ui/field.js';
import { ActiveFilters, FilterForm, type Search, useFilters } from '../../ui/filters.js';
import { Page } from '../../ui/page.js';
import { Pagination } from '../../ui/pagination.js';
import { EmptyState } from '../../ui/states.js';
import { Timestamp } from '../../ui/timestamp.js';
import { NewAccount } from './new-account.js';

const route = getRouteApi('/_app/accounts/');
const LABELS = { q: 'Search', email: 'E-mail' };

export const AccountsPage = () => {
  const search: Search = route.useSearch();
  const [isAdding, setIsAdding] = useState(false);
  const accounts = useQuery(accountsQuery(search));
  const [pages, apply] = [useCursorPages(search['cursor'], accounts.data?.next_cursor), useFilters()];
  return (
    <Page
      title="Accounts"
      description="Every call of the API is made on behalf of an account."
      actions={
        <Button icon={Plus} variant="primary" onClick={() => setIsAdding(true)}>
          Add an account
        </Button>
      }
    >
      <Card isFlush>
        <FilterForm label="Filter accounts" search={search}>
          <TextField label="Search" name="q" type="search" defaultValue={search['q']} placeholder="Words in the name" />
          <TextField label="E-mail" name="email" type="email" defaultValue={search['email']} />
        </FilterForm>
        <ActiveFilters search={search} labels={LABELS} />
        <DataTable
          label="Accounts"
          columns={COLUMNS}
          query={{ ...accounts, data: accounts.data?.data }}
          rowKey={({ id }) => id}
          sort={search['sort']}
          onSort={(sort) => apply({ sort })}
          empty={
            <EmptyState icon={Users} title="No account matches">
              Remove a filter, or add the account.
            </EmptyState>
          }
        />
        <Pagination {...pages} total={accounts.data?.total ?? null} unit="accounts" />
      </Card>
      {isAdding && <NewAccount onClose={() => setIsAdding(false)} />}
    </Page>
  );
};

const COLUMNS: readonly Column<Account>[] = [
  {
    id: 'name',
    label: 'Name',
    sort: 'name',
    cell: ({ id, name }) => (
      <Link to="/accounts/$accountId" params={{ accountId: id }}>
        {name}
      </Link>
    ),
  },
  { id: 'email', label: 'E-mail', cell: ({ email }) => email ?? '–' },
  { id: 'id', label: 'Id', isSecondary: true, cell: ({ id }) => <code>{id}</code> },
  {
    id: 'created',
    label: 'Since',
    sort: 'created_at',
    isSecondary: true,
    cell: ({ created_at: at }) => <Timestamp at={at} as="day" />,
  },
];
