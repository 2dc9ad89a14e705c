import { useQuery } from '@tanstack/react-query';
import { eventKindsQuery } from '../../api/webhooks.js';
import type { DeliveryFilters as Filters } from '../../api/webhooks.js';
import { Select } from '../../ui/field.js';
import { ActiveFilters, FilterForm } from '../../ui/filters.js';
import { TimeFilter } from '../../ui/time-field.js';

const STATUSES = [
  { value: '', label: 'All outcomes' },
  { value: 'delivered', label: 'Delivered' },
  { value: 'pending', label: 'Pending' },
  { value: 'failed', label: 'Failed' },
];

const LABELS = { status: 'Outcome', type: 'Event type', after: 'From', before: 'Before' };

export const DeliveryFilters = ({ filters }: { readonly filters: Filters }) => {
  const { data: kinds = [] } = useQuery(eventKindsQuery);
  const types = [{ value: '', label: 'All types' }, ...kinds.map(({ name }) => ({ value: name, label: name }))];
  const { status, type, after, before } = filters;
  const search = { status, type, after, before };
  return (
    <>
      <FilterForm label="Filter deliveries" search={search}>
        <Select label="Outcome" name="status" options={STATUSES} defaultValue={status} />
        {/* The option of the address is there once the types are. */}
        <Select key={types.length} label="Event type" name="type" options={types} defaultValue={type} />
        <TimeFilter label="From" name="after" defaultValue={after} />
        <TimeFilter label="Before" name="before" defaultValue={before} />
      </FilterForm>
      <ActiveFilters search={search} labels={LABELS} />
    </>
  );
};
