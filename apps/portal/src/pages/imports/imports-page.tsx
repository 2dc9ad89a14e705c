import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { FileUp } from 'lucide-react';
import { exportsQuery, importFile, importsQuery } from '../../api/jobs.js';
import { Card } from '../../ui/card.js';
import { useCursorPages } from '../../ui/cursor-pages.js';
import { DataTable } from '../../ui/data-table.js';
import { Select } from '../../ui/field.js';
import { FilePicker } from '../../ui/file-picker.js';
import { useFilters } from '../../ui/filters.js';
import { Page } from '../../ui/page.js';
import { Pagination } from '../../ui/pagination.js';
import { EmptyState } from '../../ui/states.js';
import { Tabs } from '../../ui/tabs.js';
import { UploadProgress } from '../../ui/upload-progress.js';
import { useUpload } from '../../ui/use-upload.js';
import { optionsOf } from '../../ui/words.js';
import styles from './imports.module.css';
import { EXPORT_COLUMNS, IMPORT_COLUMNS } from './job-columns.js';

const route = getRouteApi('/_app/imports/');
const STATUSES = ['queued', 'running', 'completed', 'failed'];

export const ImportsPage = () => {
  const { show = 'imports' } = route.useSearch();
  const apply = useFilters();
  return (
    <Page
      title="Imports and exports"
      description="Files are imported and exported in the background, and listed for 30 days."
    >
      <NewImport />
      <Card isFlush>
        <div className={styles['lists']}>
          <Tabs
            label="What is listed"
            selected={show}
            onSelect={(tab) => apply({ show: tab, status: '' })}
            tabs={[
              { id: 'imports', label: 'Imports', content: <Imports /> },
              { id: 'exports', label: 'Exports', content: <Exports /> },
            ]}
          />
        </div>
      </Card>
    </Page>
  );
};

const FILES = '.csv,.csv.gz,.ndjson,.ndjson.gz,.jsonl,text/csv,application/x-ndjson';

const NewImport = () => {
  const [navigate, client] = [useNavigate(), useQueryClient()];
  const upload = useUpload(importFile, async ({ id }) => {
    await client.invalidateQueries({ queryKey: ['imports'] });
    await navigate({ to: '/imports/$importId', params: { importId: id } });
  });
  return (
    <Card
      title="Import a file"
      description="CSV or NDJSON, compressed with gzip if you like, of up to 1,000,000 rows. Importing the same file again changes nothing."
      actions={
        <FilePicker accept={FILES} icon={FileUp} variant="primary" isBusy={upload.isBusy} onPick={upload.start}>
          Choose a file
        </FilePicker>
      }
    >
      <UploadProgress upload={upload} />
      <details className={styles['sample']}>
        <summary>What a file looks like</summary>
        <pre tabIndex={0}>{SAMPLE}</pre>
      </details>
    </Card>
  );
};

const SAMPLE = `species,weight_lbs,caught_at,location.region,external_id
Largemouth Bass,8.4,2026-11-20T07:30:00Z,US-TX,boat-7-0001
Walleye,2.5,2026-11-20T09:10:00Z,US-MN,boat-7-0002`;

const StatusFilter = ({ status }: { readonly status: string | undefined }) => {
  const apply = useFilters();
  return (
    <div className={styles['filter']}>
      <Select
        label="Status"
        options={optionsOf(STATUSES, 'Any')}
        value={status ?? ''}
        onChange={(event) => apply({ status: event.target.value })}
      />
    </div>
  );
};

const Imports = () => {
  const { status, cursor } = route.useSearch();
  const imports = useQuery(importsQuery({ status, cursor }));
  const pages = useCursorPages(cursor, imports.data?.next_cursor);
  return (
    <>
      <StatusFilter status={status} />
      <DataTable
        label="Imports"
        columns={IMPORT_COLUMNS}
        query={{ ...imports, data: imports.data?.data }}
        rowKey={({ id }) => id}
        empty={
          <EmptyState icon={FileUp} title={status ? `No import is ${status}` : 'No imports yet'}>
            {status ? 'Choose another status.' : 'Choose a file above to log many catches at once.'}
          </EmptyState>
        }
      />
      <Pagination {...pages} total={imports.data?.total ?? null} unit="imports" />
    </>
  );
};

const Exports = () => {
  const { status, cursor } = route.useSearch();
  const exports = useQuery(exportsQuery({ status, cursor }));
  const pages = useCursorPages(cursor, exports.data?.next_cursor);
  return (
    <>
      <StatusFilter status={status} />
      <DataTable
        label="Exports"
        columns={EXPORT_COLUMNS}
        query={{ ...exports, data: exports.data?.data }}
        rowKey={({ id }) => id}
        empty={
          <EmptyState icon={FileUp} title={status ? `No export is ${status}` : 'No exports yet'}>
            {status ? 'Choose another status.' : 'Filter the catches that you want, then choose Export there.'}
          </EmptyState>
        }
      />
      <Pagination {...pages} total={exports.data?.total ?? null} unit="exports" />
    </>
  );
};
