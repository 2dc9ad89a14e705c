import type { Leaderboard } from '@catch-data/sdk';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Pencil } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { boardQuery } from '../../api/leaderboards.js';
import { speciesQuery } from '../../api/species.js';
import { useCan } from '../../session/use-can.js';
import { ButtonLink } from '../../ui/button.js';
import { Card } from '../../ui/card.js';
import { Facts } from '../../ui/facts.js';
import type { Search } from '../../ui/filters.js';
import { LoadError } from '../../ui/load-error.js';
import { Page } from '../../ui/page.js';
import { Note, Skeleton } from '../../ui/states.js';
import { Timestamp } from '../../ui/timestamp.js';
import { tierLabel } from '../catches/tier-badge.js';
import { BoardEntries } from './board-entries.js';
import { METRIC_LABELS, PERIOD_LABELS } from './board-words.js';

const route = getRouteApi('/_app/leaderboards/$boardId');
const RankHistory = lazy(() => import('./rank-history.js').then((module) => ({ default: module.RankHistory })));
const FILLING_MS = 2_000;

export const BoardPage = () => {
  const { boardId } = route.useParams();
  const { data, error, refetch } = useQuery({
    ...boardQuery(boardId),
    refetchInterval: (query) => (query.state.data?.state === 'filling' ? FILLING_MS : false),
  });
  if (error && !data)
    return (
      <LoadError
        error={error}
        retry={refetch}
        elsewhere={<ButtonLink to="/leaderboards">All boards</ButtonLink>}
        isPage
      />
    );
  return data ? <OneBoard board={data} /> : <Skeleton lines={8} label="Loading the board" />;
};

const OneBoard = ({ board }: { readonly board: Leaderboard }) => {
  const search: Search = route.useSearch();
  const canEdit = useCan('leaderboards:write') && !board.built_in;
  return (
    <Page
      title={board.name}
      description={board.built_in ? 'A built-in board.' : 'A board created by an account.'}
      above={<Link to="/leaderboards">Leaderboards</Link>}
      actions={
        canEdit && (
          <ButtonLink to="/leaderboards/$boardId/edit" params={{ boardId: board.id }} icon={Pencil}>
            Edit
          </ButtonLink>
        )
      }
    >
      {board.state === 'filling' && (
        <Note title="This board is being filled">
          Its entries are computed from all catches there are. Until that is done it shows what it had before.
        </Note>
      )}
      <BoardEntries board={board} search={search} />
      <Card title="Rank over time" description="Where the leaders stood, as the service knew it at each time.">
        <Suspense fallback={<Skeleton lines={5} label="Loading the chart" />}>
          <RankHistory board={board} period={search['period']} around={search['around']} />
        </Suspense>
      </Card>
      <Card title="Rule">
        <Rule board={board} />
      </Card>
    </Page>
  );
};

const Rule = ({ board: { rule, ...board } }: { readonly board: Leaderboard }) => {
  const { data: species } = useQuery({ ...speciesQuery(rule.species_id ?? ''), enabled: rule.species_id !== null });
  return (
    <Facts
      facts={[
        ['What counts', METRIC_LABELS[rule.metric]],
        ['Species', rule.species_id === null ? 'All' : (species?.common_name ?? rule.species_id)],
        ['Region', rule.region ?? 'Everywhere'],
        ['Verified at least', tierLabel(rule.min_verification_tier)],
        ['Period', PERIOD_LABELS[rule.period]],
        ['Current period', board.current_period.id],
        ['Next reset', board.next_reset_at && <Timestamp key="reset" at={board.next_reset_at} as="absolute" />],
        ['Anglers', board.entry_count.toLocaleString('en')],
        ['Id', <code key="id">{board.id}</code>],
      ]}
    />
  );
};
