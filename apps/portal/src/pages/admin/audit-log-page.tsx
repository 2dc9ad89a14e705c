import type { AuditEntry } from '@catch-data/sdk';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { ScrollText } from 'lucide-react';
import type { ReactNode } from 'react';
import { auditLogQuery } from '../../api/admin.js';
import { BreakableCode } from '../../ui/breakable-code.js';
import { Card } from '../../ui/card.js';
import { useCursorPages } from '../../ui/cursor-pages.js';
import { type Column, DataTable } from '../../ui/data-table.js';
import { EntryDetails } from '../../ui/entry-details.js';
import { TextField } from '../../ui/field.js';
import { ActiveFilters, FilterForm, type Search, useFilters } from '../../ui/filters.js';
import { Page } from '../../ui/page.js';
import { Pagination } from '../../ui/pagination.js';
import { EmptyState } from '../../ui/states.js';
import { Timestamp } from '../../ui/timestamp.js';
import styles from './admin.module.css';

const route = getRouteApi('/_app/audit-log/');

const LABELS = {
  action: 'Action',
  account_id: 'Account',
  actor_id: 'Actor',
  target_id: 'Target',
  address: 'Address',
  at_after: 'From',
  at_before: 'Before',
};

export const AuditLogPage = () => {
  const search: Search = route.useSearch();
  const { cursor, sort = '-at', at_after: after, at_before: before, ...filters } = search;
  const times = { at_after: instantOf(after), at_before: instantOf(before) };
  const entries = useQuery(auditLogQuery({ ...filters, ...times, sort, cursor }));
  const [pages, apply] = [useCursorPages(cursor, entries.data?.next_cursor), useFilters()];
  return (
    <Page
      title="Audit log"
      description="What happened to accounts, keys, apps and sign-ins, who did it, and from where."
    >
      <Card isFlush>
        <AuditFilters search={search} />
        <DataTable
          label="Audit log"
          columns={COLUMNS}
          query={{ ...entries, data: entries.data?.data }}
          rowKey={({ id }) => id}
          sort={sort}
          onSort={(next) => apply({ sort: next })}
          empty={
            <EmptyState icon={ScrollText} title="No entries match">
              Remove a filter, or search a longer time.
            </EmptyState>
          }
        />
        <Pagination {...pages} total={entries.data?.total ?? null} unit="entries" />
      </Card>
    </Page>
  );
};

/** A day of an address begins at midnight in the person's own zone. */
const instantOf = (day: string | undefined): string | undefined =>
  day === undefined ? undefined : new Date(day.length === 10 ? `${day}T00:00` : day).toISOString();

const AuditFilters = ({ search }: { readonly search: Search }) => (
  <>
    <FilterForm
      label="Filter the audit log"
      search={search}
      moreInUse={['actor_id', 'target_id', 'address'].filter((name) => search[name]).length}
      more={
        <>
          <TextField label="Actor" name="actor_id" defaultValue={search['actor_id']} placeholder="key_…, usr_…" />
          <TextField label="Target" name="target_id" defaultValue={search['target_id']} />
          <TextField label="Address" name="address" defaultValue={search['address']} placeholder="203.0.113.7" />
        </>
      }
    >
      <TextField label="Action" name="action" defaultValue={search['action']} placeholder="api_key.created" />
      <TextField label="Account" name="account_id" defaultValue={search['account_id']} placeholder="acc_…" />
      <TextField label="From" name="at_after" type="date" defaultValue={search['at_after']?.slice(0, 10)} />
      <TextField label="Before" name="at_before" type="date" defaultValue={search['at_before']?.slice(0, 10)} />
    </FilterForm>
    <ActiveFilters search={search} labels={LABELS} />
  </>
);

const COLUMNS: readonly Column<AuditEntry>[] = [
  {
    id: 'at',
    label: 'When',
    sort: 'at',
    cell: ({ at, address }) => <Two main={<Timestamp at={at} as="absolute" />} sub={address} />,
  },
  { id: 'action', label: 'Action', cell: ({ action }) => <BreakableCode text={action} /> },
  { id: 'actor', label: 'Actor', isSecondary: true, cell: (entry) => <Who entry={entry} /> },
  { id: 'target', label: 'Target', isSecondary: true, cell: ({ target_id: id }) => (id ? <code>{id}</code> : '–') },
  // Narrow screens show nothing else of whom it is about.
  { id: 'details', label: 'Details', cell: (entry) => <EntryDetails entry={entry} id={entry.id} /> },
];

/** Who it was, over the account where there is one. */
const Who = ({ entry: { actor, account_id: id } }: { readonly entry: AuditEntry }) => (
  <Two
    main={actor === null ? 'A stranger, or the service' : <code>{actor.id}</code>}
    sub={
      id && (
        <Link to="/accounts/$accountId" params={{ accountId: id }}>
          <code>{id}</code>
        </Link>
      )
    }
  />
);

const Two = ({ main, sub }: { readonly main: ReactNode; readonly sub: ReactNode }) => (
  <div className={styles['two']}>
    <div>{main}</div>
    {sub && <div className={styles['sub']}>{sub}</div>}
  </div>
);
