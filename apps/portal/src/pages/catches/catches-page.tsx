import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Download, FileUp, Fish, Plus } from 'lucide-react';
import { useState } from 'react';
import { catchesQuery } from '../../api/catches.js';
import { UnitsSwitch } from '../../measures/units-switch.js';
import { Button, ButtonLink } from '../../ui/button.js';
import { Card } from '../../ui/card.js';
import { useCursorPages } from '../../ui/cursor-pages.js';
import { DataTable } from '../../ui/data-table.js';
import { useFilters } from '../../ui/filters.js';
import { Page } from '../../ui/page.js';
import { Pagination } from '../../ui/pagination.js';
import { EmptyState } from '../../ui/states.js';
import { shownColumns } from './catch-columns.js';
import { CatchFilterForm } from './catch-filter-form.js';
import { type CatchSearch, filtersOf, toQuery } from './catch-filters.js';
import styles from './catches.module.css';
import { ColumnChooser } from './column-chooser.js';
import { ExportDialog } from './export-dialog.js';

const route = getRouteApi('/_app/catches/');
const NEWEST = '-created_at';

export const CatchesPage = () => {
  const search: CatchSearch = route.useSearch();
  const [isExporting, setIsExporting] = useState(false);
  return (
    <Page
      title="Catches"
      description="Every catch that anybody has logged. Exact places are visible only to their owner."
      actions={
        <>
          <Button icon={Download} onClick={() => setIsExporting(true)}>
            Export
          </Button>
          <ButtonLink to="/imports" icon={FileUp}>
            Imports and exports
          </ButtonLink>
          <ButtonLink to="/catches/new" icon={Plus} variant="primary">
            Log a catch
          </ButtonLink>
        </>
      }
    >
      <Card isFlush>
        <CatchFilterForm search={search} />
        <div className={styles['view']}>
          <ColumnChooser columns={search['columns']} />
          <UnitsSwitch />
        </div>
        <CatchTable search={search} />
      </Card>
      {isExporting && <ExportDialog onClose={() => setIsExporting(false)} search={search} />}
    </Page>
  );
};

const CatchTable = ({ search }: { readonly search: CatchSearch }) => {
  const { sort = NEWEST, cursor, columns } = search;
  const catches = useQuery(catchesQuery({ ...toQuery(filtersOf(search)), sort, cursor }));
  const [pages, apply] = [useCursorPages(cursor, catches.data?.next_cursor), useFilters()];
  return (
    <>
      <DataTable
        label="Catches"
        columns={shownColumns(columns)}
        query={{ ...catches, data: catches.data?.data }}
        rowKey={({ id }) => id}
        sort={sort}
        onSort={(next) => apply({ sort: next })}
        empty={<NoCatches isFiltered={Object.keys(filtersOf(search)).length > 0} />}
      />
      <Pagination {...pages} total={catches.data?.total ?? null} unit="catches" />
    </>
  );
};

const NoCatches = ({ isFiltered }: { readonly isFiltered: boolean }) =>
  isFiltered ? (
    <EmptyState icon={Fish} title="No catches match these filters">
      Remove a filter above, or search for fewer words.
    </EmptyState>
  ) : (
    <EmptyState
      icon={Fish}
      title="No catches yet"
      action={
        <ButtonLink to="/catches/new" icon={Plus} variant="primary">
          Log a catch
        </ButtonLink>
      }
    >
      Log the first one here, send it by the API, or import a file.
    </EmptyState>
  );
