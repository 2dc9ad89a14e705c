import type { ExportJob, ImportJob } from '@catch-data/sdk';
import { Link } from '@tanstack/react-router';
import { Badge, type Tone } from '../../ui/badge.js';
import type { Column } from '../../ui/data-table.js';
import { Timestamp } from '../../ui/timestamp.js';
import { asPhrase } from '../../ui/words.js';
import { DownloadExport } from './download-export.js';

const TONES: Readonly<Record<ImportJob['status'], Tone>> = {
  queued: 'neutral',
  running: 'accent',
  completed: 'good',
  failed: 'bad',
};

const percent = new Intl.NumberFormat('en', { style: 'percent' });
const count = new Intl.NumberFormat('en');

export const JobStatus = ({ job }: { readonly job: Pick<ImportJob, 'status' | 'progress'> }) => (
  <Badge tone={TONES[job.status]}>
    {asPhrase(job.status)}
    {job.status === 'running' && ` ${percent.format(job.progress)}`}
  </Badge>
);

export const IMPORT_COLUMNS: readonly Column<ImportJob>[] = [
  {
    id: 'begun',
    label: 'Started',
    cell: ({ id, created_at: at }) => (
      <Link to="/imports/$importId" params={{ importId: id }}>
        <Timestamp at={at} as="absolute" />
      </Link>
    ),
  },
  { id: 'status', label: 'Status', cell: (job) => <JobStatus job={job} /> },
  { id: 'format', label: 'Format', isSecondary: true, cell: ({ format }) => format.toUpperCase() },
  { id: 'accepted', label: 'Accepted', align: 'end', cell: ({ accepted }) => count.format(accepted) },
  {
    id: 'duplicates',
    label: 'Duplicates',
    align: 'end',
    isSecondary: true,
    cell: ({ duplicates }) => count.format(duplicates),
  },
  { id: 'rejected', label: 'Rejected', align: 'end', cell: ({ rejected }) => count.format(rejected) },
];

export const EXPORT_COLUMNS: readonly Column<ExportJob>[] = [
  { id: 'begun', label: 'Started', cell: ({ created_at: at }) => <Timestamp at={at} as="absolute" /> },
  { id: 'status', label: 'Status', cell: (job) => <JobStatus job={job} /> },
  { id: 'format', label: 'Format', isSecondary: true, cell: ({ format }) => format.toUpperCase() },
  { id: 'filter', label: 'Filter', isSecondary: true, cell: ({ filter }) => filterInWords(filter) },
  { id: 'rows', label: 'Catches', align: 'end', cell: ({ rows }) => count.format(rows) },
  { id: 'file', label: 'File', cell: (job) => <ExportFile job={job} /> },
];

const filterInWords = (filter: unknown): string =>
  Object.entries(filter ?? {})
    .map(([name, value]) => `${asPhrase(name)}: ${[value].flat().join(', ')}`)
    .join(' · ') || 'All catches';

const ExportFile = ({ job }: { readonly job: ExportJob }) => {
  if (job.download_url === null) return job.status === 'completed' ? 'Expired' : (job.error ?? '–');
  return <DownloadExport job={job} size="s" />;
};
