import type { Leaderboard, Metric, Period } from '@catch-data/sdk';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Plus, Trophy } from 'lucide-react';
import { boardsQuery, METRICS, PERIODS } from '../../api/leaderboards.js';
import { useCan } from '../../session/use-can.js';
import { Badge } from '../../ui/badge.js';
import { ButtonLink } from '../../ui/button.js';
import { Card } from '../../ui/card.js';
import { useCursorPages } from '../../ui/cursor-pages.js';
import { type Column, DataTable } from '../../ui/data-table.js';
import { Select, TextField } from '../../ui/field.js';
import { ActiveFilters, FilterForm, type Search, useFilters } from '../../ui/filters.js';
import { Page } from '../../ui/page.js';
import { Pagination } from '../../ui/pagination.js';
import { EmptyState } from '../../ui/states.js';
import { Timestamp } from '../../ui/timestamp.js';
import { optionsOf } from '../../ui/words.js';
import { tierLabel } from '../catches/tier-badge.js';
import { METRIC_LABELS, PERIOD_LABELS } from './board-words.js';

const route = getRouteApi('/_app/leaderboards/');

const LABELS = { metric: 'What counts', period: 'Period', species_id: 'Species', region: 'Region', mine: 'Mine' };

const WHOSE = [
  { value: '', label: 'All boards' },
  { value: 'true', label: 'My account’s' },
];

export const BoardsPage = () => {
  const search: Search = route.useSearch();
  const { sort, cursor, ...filters } = search;
  const boards = useQuery(boardsQuery({ ...filters, sort, cursor }));
  const [pages, apply, canWrite] = [
    useCursorPages(cursor, boards.data?.next_cursor),
    useFilters(),
    useCan('leaderboards:write'),
  ];
  return (
    <Page
      title="Leaderboards"
      description="Anglers ranked by rules, live. A week, month or year that has ended stays readable forever."
      actions={
        canWrite && (
          <ButtonLink to="/leaderboards/new" icon={Plus} variant="primary">
            Create a board
          </ButtonLink>
        )
      }
    >
      <Card isFlush>
        <BoardFilters search={search} />
        <DataTable
          label="Leaderboards"
          columns={COLUMNS}
          query={{ ...boards, data: boards.data?.data }}
          rowKey={({ id }) => id}
          sort={sort}
          onSort={(next) => apply({ sort: next })}
          empty={
            <EmptyState icon={Trophy} title="No boards match these filters">
              Take a filter away, or make a board of your own.
            </EmptyState>
          }
        />
        <Pagination {...pages} total={boards.data?.total ?? null} unit="boards" />
      </Card>
    </Page>
  );
};

const BoardFilters = ({ search }: { readonly search: Search }) => (
  <>
    <FilterForm label="Filter leaderboards" search={search}>
      <Select
        label="What counts"
        name="metric"
        defaultValue={search['metric']}
        options={optionsOf(METRICS, 'Anything', (metric) => METRIC_LABELS[metric as Metric])}
      />
      <Select
        label="Period"
        name="period"
        defaultValue={search['period']}
        options={optionsOf(PERIODS, 'Any', (period) => PERIOD_LABELS[period as Period])}
      />
      <TextField label="Region" name="region" defaultValue={search['region']} placeholder="US-TX" />
      <Select label="Whose" name="mine" defaultValue={search['mine']} options={WHOSE} />
    </FilterForm>
    <ActiveFilters search={search} labels={LABELS} />
  </>
);

const COLUMNS: readonly Column<Leaderboard>[] = [
  {
    id: 'name',
    label: 'Board',
    sort: 'name',
    cell: (board) => (
      <>
        <Link to="/leaderboards/$boardId" params={{ boardId: board.id }}>
          {board.name}
        </Link>{' '}
        {board.state === 'filling' && <Badge tone="accent">Being filled</Badge>}
        {!board.built_in && <Badge>Own</Badge>}
      </>
    ),
  },
  { id: 'metric', label: 'What counts', isSecondary: true, cell: ({ rule }) => METRIC_LABELS[rule.metric] },
  { id: 'period', label: 'Period', cell: ({ rule }) => PERIOD_LABELS[rule.period] },
  { id: 'region', label: 'Region', isSecondary: true, cell: ({ rule }) => rule.region ?? 'Everywhere' },
  { id: 'tier', label: 'From tier', isSecondary: true, cell: ({ rule }) => tierLabel(rule.min_verification_tier) },
  { id: 'entries', label: 'Anglers', align: 'end', cell: (board) => board.entry_count.toLocaleString('en') },
  {
    id: 'reset',
    label: 'Next reset',
    isSecondary: true,
    cell: ({ next_reset_at: at }) => (at === null ? 'Never' : <Timestamp at={at} as="day" />),
  },
];
