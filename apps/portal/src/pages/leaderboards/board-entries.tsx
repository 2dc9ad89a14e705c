import type { Leaderboard, LeaderboardEntry } from '@catch-data/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Trophy } from 'lucide-react';
import { anglersQuery } from '../../api/anglers.js';
import { entriesQuery } from '../../api/leaderboards.js';
import { useUnits } from '../../measures/use-units.js';
import { Button } from '../../ui/button.js';
import { Card } from '../../ui/card.js';
import { useCursorPages } from '../../ui/cursor-pages.js';
import { type Column, DataTable } from '../../ui/data-table.js';
import { Select, TextField } from '../../ui/field.js';
import { ActiveFilters, FilterForm, type Search, useFilters } from '../../ui/filters.js';
import { Pagination } from '../../ui/pagination.js';
import { EmptyState } from '../../ui/states.js';
import { Timestamp } from '../../ui/timestamp.js';
import { formatScore, periodsBefore } from './board-words.js';
import styles from './leaderboards.module.css';
import { Movement } from './movement.js';

interface BoardEntriesProps {
  readonly board: Leaderboard;
  readonly search: Search;
}

const LABELS = { period: 'Period', around: 'Around', from_rank: 'From rank', as_of: 'As of' };

export const BoardEntries = ({ board, search }: BoardEntriesProps) => {
  const { period, around, from_rank: fromRank, as_of: asOf, cursor } = search;
  const at = asOf === undefined ? undefined : new Date(asOf).toISOString();
  const place = around === undefined ? { from_rank: fromRank } : { around };
  const entries = useQuery(entriesQuery(board.id, { period, ...place, as_of: at, cursor }));
  const pages = useCursorPages(cursor, entries.data?.next_cursor);
  const [units] = useUnits();
  return (
    <Card isFlush>
      <EntryFilters board={board} search={search} />
      <DataTable
        label="Entries"
        columns={columnsOf(board, units)}
        query={{ ...entries, data: entries.data?.data }}
        rowKey={({ angler }) => angler.id}
        empty={<NoEntries isAround={around !== undefined} />}
      />
      <Pagination {...pages} total={entries.data?.total ?? null} unit="anglers" />
    </Card>
  );
};

const NoEntries = ({ isAround }: { readonly isAround: boolean }) => (
  <EmptyState icon={Trophy} title={isAround ? 'This angler is not on the board' : 'No entries yet'}>
    {isAround
      ? 'A catch counts once it has the tier that the rule asks for.'
      : 'The first verified catch that matches the rule leads it.'}
  </EmptyState>
);

const EntryFilters = ({ board, search }: BoardEntriesProps) => (
  <>
    <FilterForm label="What is shown of the board" search={search}>
      <Select
        label="Period"
        name="period"
        defaultValue={search['period']}
        options={[
          { value: '', label: `Current (${board.current_period.id})` },
          ...periodsBefore(board.rule.period, new Date())
            .filter((id) => id !== board.current_period.id)
            .map((id) => ({ value: id, label: id })),
        ]}
      />
      <TextField
        label="From rank"
        name="from_rank"
        type="number"
        min={1}
        step={1}
        defaultValue={search['from_rank']}
        disabled={search['around'] !== undefined}
      />
      <TextField label="As of" name="as_of" type="datetime-local" defaultValue={search['as_of']} />
    </FilterForm>
    <AroundMe search={search} />
    <ActiveFilters search={search} labels={LABELS} />
  </>
);

/** Goes to where one of the account's own anglers stands. */
const AroundMe = ({ search }: { readonly search: Search }) => {
  const { data: anglers } = useQuery(anglersQuery);
  const apply = useFilters();
  const own = anglers?.data ?? [];
  if (own.length === 0) return null;
  const show = (around: string): void => apply({ around, from_rank: '' });
  const [first] = own;
  return (
    <div className={styles['around']}>
      {own.length === 1 && first ? (
        <Button size="s" aria-pressed={search['around'] === first.id} onClick={() => show(first.id)}>
          Around me
        </Button>
      ) : (
        <Select
          label="Around"
          value={search['around'] ?? ''}
          onChange={(event) => show(event.target.value)}
          options={[{ value: '', label: 'Nobody' }, ...own.map(({ id, name }) => ({ value: id, label: name }))]}
        />
      )}
    </div>
  );
};

const columnsOf = (
  board: Leaderboard,
  units: Parameters<typeof formatScore>[2],
): readonly Column<LeaderboardEntry>[] => [
  {
    id: 'rank',
    label: 'Rank',
    cell: (entry) => (
      <span className={styles['rank']}>
        <strong>{entry.rank}</strong>
        <Movement entry={entry} />
      </span>
    ),
  },
  { id: 'angler', label: 'Angler', cell: ({ angler }) => angler.name },
  {
    id: 'score',
    label: 'Score',
    align: 'end',
    cell: ({ score, catch_id: catchId }) => {
      const words = formatScore(score, board.rule, units);
      if (catchId === null) return words;
      return (
        <Link to="/catches/$catchId" params={{ catchId }}>
          {words}
        </Link>
      );
    },
  },
  { id: 'achieved', label: 'Caught', cell: ({ achieved_at: at }) => <Timestamp at={at} as="day" /> },
];
