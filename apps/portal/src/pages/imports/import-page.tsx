import type { ImportJob, RejectedRow } from '@catch-data/sdk';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { CircleCheck } from 'lucide-react';
import { importQuery, isOver, rejectedRowsQuery } from '../../api/jobs.js';
import { ButtonLink } from '../../ui/button.js';
import { Card } from '../../ui/card.js';
import { useCursorPages } from '../../ui/cursor-pages.js';
import { type Column, DataTable } from '../../ui/data-table.js';
import { Facts } from '../../ui/facts.js';
import { LoadError } from '../../ui/load-error.js';
import { Page } from '../../ui/page.js';
import { Pagination } from '../../ui/pagination.js';
import { EmptyState, Note, Skeleton } from '../../ui/states.js';
import { Timestamp } from '../../ui/timestamp.js';
import { JobStatus } from './job-columns.js';
import { JobProgress } from './job-progress.js';
import styles from './imports.module.css';

const route = getRouteApi('/_app/imports/$importId');
const count = new Intl.NumberFormat('en');

export const ImportPage = () => {
  const { importId } = route.useParams();
  const { data, error, refetch } = useQuery(importQuery(importId));
  if (error && !data)
    return (
      <LoadError error={error} retry={refetch} elsewhere={<ButtonLink to="/imports">All imports</ButtonLink>} isPage />
    );
  return data ? <OneImport job={data} /> : <Skeleton lines={6} label="Loading the import" />;
};

const OneImport = ({ job }: { readonly job: ImportJob }) => (
  <Page
    title="Import"
    description={
      <>
        <JobStatus job={job} /> Started <Timestamp at={job.created_at} as="absolute" />
      </>
    }
    above={<Link to="/imports">Imports and exports</Link>}
  >
    <Card>
      <div className={styles['counts']}>
        {!isOver(job) && <JobProgress label="Reading the file" job={job} done={rowsOf(job)} unit="rows" />}
        {job.error !== null && (
          <Note tone="bad" title="The import failed">
            {job.error}
          </Note>
        )}
        <Facts
          facts={[
            ['Accepted', count.format(job.accepted)],
            ['Duplicates', count.format(job.duplicates)],
            ['Rejected', count.format(job.rejected)],
            ['Format', job.format.toUpperCase()],
            ['Ended', job.completed_at && <Timestamp key="ended" at={job.completed_at} as="absolute" />],
          ]}
        />
      </div>
    </Card>
    {(job.error === null || job.rejected > 0) && <RejectedRows job={job} />}
  </Page>
);

const rowsOf = ({ accepted, duplicates, rejected }: ImportJob): number => accepted + duplicates + rejected;

const COLUMNS: readonly Column<RejectedRow>[] = [
  { id: 'line', label: 'Line', align: 'end', cell: ({ line }) => count.format(line) },
  {
    id: 'reasons',
    label: 'Reasons',
    cell: ({ errors }) => (
      <ul role="list">
        {errors.map(({ pointer, code, detail }) => (
          <li key={`${pointer} ${code}`}>
            {typeof pointer === 'string' && <code>{pointer.slice(1).replaceAll('/', '.')}</code>} {detail}
          </li>
        ))}
      </ul>
    ),
  },
];

const RejectedRows = ({ job }: { readonly job: ImportJob }) => {
  const { cursor } = route.useSearch();
  const rows = useQuery(rejectedRowsQuery(job.id, { cursor }, job.rejected));
  const pages = useCursorPages(cursor, rows.data?.next_cursor);
  return (
    <Card
      title="Rejected rows"
      description="Correct these lines and import the file again. Rows that were accepted are not imported twice."
      isFlush
    >
      <DataTable
        label="Lines and reasons"
        columns={COLUMNS}
        query={{ ...rows, data: rows.data?.data }}
        rowKey={({ line }) => String(line)}
        empty={
          <EmptyState icon={CircleCheck} title="No row was rejected">
            {isOver(job) ? 'Every row of the file is a catch now.' : 'Rows that cannot be imported appear here.'}
          </EmptyState>
        }
      />
      <Pagination {...pages} total={rows.data?.total ?? null} unit="rejected rows" />
    </Card>
  );
};
