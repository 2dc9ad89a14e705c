import { Select, TextField } from '../../ui/field.js';
import { ActiveFilters, FilterForm, type Search } from '../../ui/filters.js';
import { TimeFilter } from '../../ui/time-field.js';

const STATUSES = [
  { value: '', label: 'Any' },
  { value: '2xx', label: 'Succeeded (2xx)' },
  { value: '4xx', label: 'Client errors (4xx)' },
  { value: '5xx', label: 'Server errors (5xx)' },
];

const METHODS = [
  { value: '', label: 'Any' },
  ...['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].map((value) => ({ value, label: value })),
];

const CALLERS = [
  { value: '', label: 'Keys and apps' },
  { value: 'everyone', label: 'Everyone, with this portal' },
];

const LABELS = {
  status: 'Status',
  method: 'Method',
  path: 'Path',
  by: 'Made by',
  credential_id: 'Key or app',
  request_id: 'Request id',
  requested_after: 'From',
  requested_before: 'Before',
};

const RARE = ['by', 'credential_id', 'request_id', 'requested_after', 'requested_before'];

export const RequestFilters = ({ search }: { readonly search: Search }) => (
  <>
    <FilterForm
      label="Filter requests"
      search={search}
      moreInUse={RARE.filter((name) => search[name]).length}
      more={
        <>
          <Select label="Made by" name="by" options={CALLERS} defaultValue={search['by']} />
          <TextField
            label="Key or app"
            name="credential_id"
            defaultValue={search['credential_id']}
            placeholder="key_…, app_…"
          />
          <TextField label="Request id" name="request_id" defaultValue={search['request_id']} />
          <TimeFilter label="From" name="requested_after" defaultValue={search['requested_after']} />
          <TimeFilter label="Before" name="requested_before" defaultValue={search['requested_before']} />
        </>
      }
    >
      <Select label="Status" name="status" options={STATUSES} defaultValue={search['status']} />
      <Select label="Method" name="method" options={METHODS} defaultValue={search['method']} />
      <TextField label="Path" name="path" defaultValue={search['path']} placeholder="/v1/catches" />
    </FilterForm>
    <ActiveFilters search={search} labels={LABELS} />
  </>
);
