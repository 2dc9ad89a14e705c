import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Radio } from 'lucide-react';
import { requestsQuery } from '../../api/usage.js';
import { Card } from '../../ui/card.js';
import { useCursorPages } from '../../ui/cursor-pages.js';
import { DataTable } from '../../ui/data-table.js';
import { Page } from '../../ui/page.js';
import { Pagination } from '../../ui/pagination.js';
import { EmptyState } from '../../ui/states.js';
import { REQUEST_COLUMNS } from './request-columns.js';
import { RequestFilters } from './request-filters.js';

const route = getRouteApi('/_app/requests/');

/** The calls of the account, which a developer searches when one of them failed. */
export const RequestsPage = () => {
  const search = route.useSearch();
  const { cursor, ...filters } = search;
  const requests = useQuery(requestsQuery(search));
  const pages = useCursorPages(cursor, requests.data?.next_cursor);
  const isFiltered = Object.values(filters).some((value) => value !== undefined);
  return (
    <Page title="Requests" description="The API calls of this account in the last 7 days, newest first.">
      <Card isFlush>
        <RequestFilters search={filters} />
        <DataTable
          label="Requests"
          columns={REQUEST_COLUMNS}
          query={{ ...requests, data: requests.data?.data }}
          rowKey={({ id }) => id}
          empty={
            <EmptyState icon={Radio} title={isFiltered ? 'No requests match these filters' : 'No requests yet'}>
              {isFiltered
                ? 'Remove a filter, or search a longer time.'
                : 'Call the API with a key or an app. The call appears here about a second later.'}
            </EmptyState>
          }
        />
        <Pagination {...pages} total={requests.data?.total ?? null} unit="requests" />
      </Card>
    </Page>
  );
};
