import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { exportQuery, isOver, requestExport } from '../../api/jobs.js';
import { useSubmission } from '../../api/use-submission.js';
import { JobProgress } from '../imports/job-progress.js';
import { DownloadExport } from '../imports/download-export.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { Select } from '../../ui/field.js';
import { FormDialog } from '../../ui/form-dialog.js';
import { Note } from '../../ui/states.js';
import { counted } from '../../ui/words.js';
import { type CatchSearch, FILTER_LABELS, filtersOf, toExportFilter } from './catch-filters.js';

const TITLE = 'Export catches';
const FORMATS = [
  { value: 'csv', label: 'CSV, for spreadsheets' },
  { value: 'ndjson', label: 'NDJSON, one object per line' },
];

interface ExportDialogProps {
  readonly onClose: () => void;
  readonly search: CatchSearch;
}

/** Writes all catches of the current filter to a file. It goes on when the dialog is closed. */
export const ExportDialog = ({ onClose, search }: ExportDialogProps) => {
  const [format, setFormat] = useState<'csv' | 'ndjson'>('csv');
  const begin = useSubmission({
    send: requestExport,
    shownBy: 'exports',
  });
  if (begin.data)
    return (
      <Dialog title={TITLE} isOpen onClose={onClose} actions={<Button onClick={onClose}>Close</Button>}>
        <FilterInWords search={search} />
        <Export id={begin.data.id} />
      </Dialog>
    );
  return (
    <FormDialog
      title={TITLE}
      submitLabel="Export"
      sending={begin}
      onClose={onClose}
      onSubmit={() => begin.mutate({ format, filter: toExportFilter(search) })}
    >
      <FilterInWords search={search} />
      <Select
        label="Format"
        options={FORMATS}
        value={format}
        onChange={(event) => setFormat(event.target.value as 'csv' | 'ndjson')}
      />
    </FormDialog>
  );
};

const FilterInWords = ({ search }: { readonly search: CatchSearch }) => {
  const words = Object.entries(filtersOf(search)).map(([name, value]) => `${FILTER_LABELS[name]}: ${value}`);
  return <p>{words.length === 0 ? 'All catches, without a filter.' : `Catches with ${words.join(' · ')}.`}</p>;
};

const Export = ({ id }: { readonly id: string }) => {
  const { data: job } = useQuery(exportQuery(id));
  if (!job) return null;
  if (job.download_url !== null)
    return (
      <Note
        tone="good"
        title={`${counted(job.rows, 'catches')} ready`}
        action={<DownloadExport job={job} variant="primary" />}
      >
        The file is kept for 7 days under Imports and exports.
      </Note>
    );
  return isOver(job) ? (
    <Note tone="bad" title="The export failed">
      {job.error ?? 'Try again.'}
    </Note>
  ) : (
    <JobProgress label="Writing the file" job={job} done={job.rows} unit="catches" />
  );
};
