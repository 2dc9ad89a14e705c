import { useQuery } from '@tanstack/react-query';
import { eventKindsQuery } from '../../api/webhooks.js';
import type { DeliveryFilters as Filters } from '../../api/webhooks.js';
import { Select } from '../../ui/field.js';
import { ListFilters, TimeField, useFilters } from '../../ui/list-filters.js';

const STATUSES = [
  { value: '', label: 'All outcomes' },
  { value: 'delivered', label: 'Delivered' },
  { value: 'pending', label: 'Pending' },
  { value: 'failed', label: 'Failed' },
];

const NAMES = ['status', 'type', 'after', 'before'] as const;

export const DeliveryFilters = ({ filters }: { readonly filters: Filters }) => {
  const filter = useFilters();
  const { data: kinds = [] } = useQuery(eventKindsQuery);
  const types = [{ value: '', label: 'All types' }, ...kinds.map(({ name }) => ({ value: name, label: name }))];
  return (
    <ListFilters label="Filter deliveries" names={NAMES} isFiltered={NAMES.some((name) => filters[name])}>
      <Select
        label="Outcome"
        options={STATUSES}
        value={filters.status ?? ''}
        onChange={({ target }) => filter({ status: target.value || undefined })}
      />
      <Select
        label="Event type"
        options={types}
        value={filters.type ?? ''}
        onChange={({ target }) => filter({ type: target.value || undefined })}
      />
      <TimeField label="From" value={filters.after} onChange={(after) => filter({ after })} />
      <TimeField label="Before" value={filters.before} onChange={(before) => filter({ before })} />
    </ListFilters>
  );
};
