import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { ShieldCheck } from 'lucide-react';
import { VERIFICATION_STATUSES, verificationsQuery } from '../../api/verifications.js';
import { Card } from '../../ui/card.js';
import { useCursorPages } from '../../ui/cursor-pages.js';
import { useFilters } from '../../ui/filters.js';
import { LoadError } from '../../ui/load-error.js';
import { Page } from '../../ui/page.js';
import { Pagination } from '../../ui/pagination.js';
import { EmptyState, Skeleton } from '../../ui/states.js';
import { Tabs } from '../../ui/tabs.js';
import { useKeys } from '../../ui/use-keys.js';
import { WholeListButton } from '../../ui/whole-list-button.js';
import { asPhrase } from '../../ui/words.js';
import { QueueItem } from './queue-item.js';
import styles from './review.module.css';
import { VerificationPanel } from './verification-panel.js';

const route = getRouteApi('/_app/review/');

export const ReviewPage = () => {
  const { status = 'pending' } = route.useSearch();
  const apply = useFilters();
  return (
    <Page
      title="Review"
      description="Catches whose anglers ask for a higher tier. Nobody reviews a catch of their own account."
    >
      <Card isFlush>
        <div className={styles['tabs']}>
          <Tabs
            label="Requests by status"
            selected={status}
            onSelect={(tab) => apply({ status: tab, id: '' })}
            tabs={VERIFICATION_STATUSES.map((id) => ({
              id,
              label: asPhrase(id),
              content: <Queue key={id} status={id} />,
            }))}
          />
        </div>
      </Card>
    </Page>
  );
};

const OLDEST_FIRST = 'created_at';
const NEWEST_FIRST = '-created_at';

/** The requests of one status: who waits longest comes first, and what was decided last. */
const Queue = ({ status }: { readonly status: string }) => {
  const { cursor, id } = route.useSearch();
  const sort = status === 'pending' ? OLDEST_FIRST : NEWEST_FIRST;
  const { data, error, refetch } = useQuery(verificationsQuery({ status, sort, cursor }));
  const pages = useCursorPages(cursor, data?.next_cursor);
  const select = useSelect();
  const queue = data?.data ?? [];
  const at = Math.max(
    0,
    queue.findIndex((one) => one.id === id),
  );
  const [current, next, previous] = [queue[at], queue[at + 1], queue[at - 1]];
  useKeys({
    j: () => next && select(next.id),
    k: () => previous && select(previous.id),
  });
  if (error && !data) return <LoadError error={error} retry={refetch} elsewhere={<WholeListButton />} />;
  if (!data) return <Skeleton lines={6} label="Loading the queue" />;
  if (!current) return <NothingToReview status={status} />;
  return (
    <>
      <div className={styles['queue']}>
        <ol className={styles['list']} aria-label="Requests">
          {queue.map((one) => (
            <QueueItem key={one.id} verification={one} isCurrent={one === current} onSelect={() => select(one.id)} />
          ))}
        </ol>
        <VerificationPanel
          key={current.id}
          verification={current}
          onDecided={() => select((next ?? previous)?.id ?? '')}
        />
      </div>
      <p className={styles['keys']}>
        Keys: <kbd>J</kbd> next, <kbd>K</kbd> previous, <kbd>A</kbd> approve, <kbd>R</kbd> reject or revoke.
      </p>
      <Pagination {...pages} total={data.total ?? null} unit={status === 'pending' ? 'waiting' : status} />
    </>
  );
};

const useSelect = (): ((id: string) => void) => {
  const navigate = route.useNavigate();
  return (id) => void navigate({ search: (old) => ({ ...old, id: id || undefined }), replace: true });
};

const NothingToReview = ({ status }: { readonly status: string }) => (
  <EmptyState icon={ShieldCheck} title={status === 'pending' ? 'Nothing waits for a review' : `Nothing was ${status}`}>
    {status === 'pending'
      ? 'Requests appear here as anglers send them.'
      : 'Requests appear here once they have been decided this way.'}
  </EmptyState>
);
