import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Pause, Play } from 'lucide-react';
import { eventKindsQuery } from '../../api/webhooks.js';
import { Button } from '../../ui/button.js';
import { Select } from '../../ui/field.js';
import { ActiveFilters, FilterForm, useFilters } from '../../ui/filters.js';
import { Page } from '../../ui/page.js';
import { EventTable } from './event-table.js';
import { LiveCard } from './live-card.js';

const route = getRouteApi('/_app/events/');

export const EventsPage = () => {
  const { cursor, type, live } = route.useSearch();
  const filter = useFilters();
  const { data: kinds = [] } = useQuery(eventKindsQuery);
  // A test is sent to one endpoint and stands in no feed.
  const names = kinds.map(({ name }) => name).filter((name) => name !== 'ping');
  const types = [{ value: '', label: 'All types' }, ...names.map((name) => ({ value: name, label: name }))];
  const isLive = live === 'yes';
  return (
    <Page
      title="Events"
      description="What happened in the last 30 days, as this account sees it."
      actions={
        <Button
          variant={isLive ? 'secondary' : 'primary'}
          icon={isLive ? Pause : Play}
          aria-pressed={isLive}
          onClick={() => filter({ live: isLive ? '' : 'yes' })}
        >
          {isLive ? 'Stop watching' : 'Watch live'}
        </Button>
      }
    >
      {isLive && <LiveCard type={type} />}
      <EventTable cursor={cursor} type={type}>
        <FilterForm label="Filter events" search={{ type }}>
          {/* The option of the address is there once the types are. */}
          <Select key={types.length} label="Event type" name="type" options={types} defaultValue={type} />
        </FilterForm>
        <ActiveFilters search={{ type }} labels={{ type: 'Event type' }} />
      </EventTable>
    </Page>
  );
};
