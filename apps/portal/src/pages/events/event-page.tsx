import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { eventQuery } from '../../api/events.js';
import { ButtonLink } from '../../ui/button.js';
import { Card } from '../../ui/card.js';
import { JsonBlock } from '../../ui/code-block.js';
import { LoadError } from '../../ui/load-error.js';
import { Page } from '../../ui/page.js';
import { Skeleton } from '../../ui/states.js';
import { Timestamp } from '../../ui/timestamp.js';

const route = getRouteApi('/_app/events/$eventId');

export const EventPage = () => {
  const { eventId } = route.useParams();
  const { data: event, error, refetch } = useQuery(eventQuery(eventId));
  return (
    <Page
      title={event?.type ?? 'Event'}
      above={<Link to="/events">Events</Link>}
      description={event && <Timestamp at={event.timestamp} as="absolute" />}
    >
      {event ? (
        <Card title="As it was sent" description={<code>{event.id}</code>}>
          <JsonBlock label="The event" value={event} />
        </Card>
      ) : error ? (
        <LoadError error={error} retry={refetch} elsewhere={<ButtonLink to="/events">All events</ButtonLink>} />
      ) : (
        <Skeleton lines={10} label="Loading the event" />
      )}
    </Page>
  );
};
