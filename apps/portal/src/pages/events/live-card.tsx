import { Radio } from 'lucide-react';
import { problemOf } from '../../api/problem.js';
import { useLive } from '../../live/use-live.js';
import { Badge } from '../../ui/badge.js';
import { Card } from '../../ui/card.js';
import { DataTable } from '../../ui/data-table.js';
import { EmptyState, Note } from '../../ui/states.js';
import { EVENT_COLUMNS } from './event-table.js';

/** Events as they happen. */
export const LiveCard = ({ type }: { readonly type: string | undefined }) => {
  const { state, events, error } = useLive();
  const shown = type === undefined ? events : events.filter((event) => event.type === type);
  if (error)
    return (
      <Note tone="bad" title="The live view has ended">
        {problemOf(error).detail}
      </Note>
    );
  return (
    <Card
      title="Live"
      isFlush
      actions={
        <span role="status">
          {state === 'open' ? <Badge tone="good">Connected</Badge> : <Badge tone="warn">Connecting</Badge>}
        </span>
      }
    >
      <DataTable
        label="Live events"
        columns={EVENT_COLUMNS}
        query={{ data: shown, error: null, isPending: false, isFetching: false, refetch: () => undefined }}
        rowKey={({ id }) => id}
        empty={
          <EmptyState icon={Radio} title="Waiting for the next event">
            New events appear here as they happen. Log a catch to see one.
          </EmptyState>
        }
      />
    </Card>
  );
};
