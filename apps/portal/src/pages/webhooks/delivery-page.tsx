import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { deliveryQuery, endpointQuery } from '../../api/webhooks.js';
import type { DeliveryWithAttempts } from '../../api/webhooks.js';
import { ButtonLink } from '../../ui/button.js';
import { Card } from '../../ui/card.js';
import { LoadError } from '../../ui/load-error.js';
import { Page } from '../../ui/page.js';
import { EmptyState, Skeleton } from '../../ui/states.js';
import { Timestamp } from '../../ui/timestamp.js';
import { Clock } from 'lucide-react';
import { AttemptCard } from './attempt-card.js';
import { DeliveryStatus } from './delivery-table.js';
import { nameOf } from './endpoint-status.js';
import { ResendButton } from './resend-button.js';
import styles from './webhooks.module.css';

const route = getRouteApi('/_app/webhooks/deliveries/$deliveryId');

export const DeliveryPage = () => {
  const { deliveryId } = route.useParams();
  const { data, error, refetch } = useQuery(deliveryQuery(deliveryId));
  const above = <Link to="/webhooks/deliveries">Deliveries</Link>;
  if (error && !data)
    return (
      <Page title="Delivery" above={above}>
        <LoadError
          error={error}
          retry={refetch}
          elsewhere={<ButtonLink to="/webhooks/deliveries">All deliveries</ButtonLink>}
        />
      </Page>
    );
  if (!data)
    return (
      <Page title="Delivery" above={above}>
        <Skeleton lines={8} label="Loading the delivery" />
      </Page>
    );
  const { id, type, status, attempts } = data;
  return (
    <Page
      title={type}
      above={above}
      description={<code>{id}</code>}
      actions={<ResendButton id={id} isPending={status === 'pending'} what={type} />}
    >
      <Facts delivery={data} />
      {attempts.length === 0 && (
        <Card title="Attempts">
          <EmptyState icon={Clock} title="Not sent yet">
            The first attempt begins within moments, unless earlier messages of the endpoint are waiting too.
          </EmptyState>
        </Card>
      )}
      {attempts.toReversed().map((attempt, at) => (
        <AttemptCard key={attempt.id} attempt={attempt} number={attempts.length - at} />
      ))}
    </Page>
  );
};

const Facts = ({ delivery }: { readonly delivery: DeliveryWithAttempts }) => {
  const { data: endpoint } = useQuery(endpointQuery(delivery.endpoint_id));
  return (
    <Card title="Delivery">
      <dl className={styles['facts']}>
        <dt>Outcome</dt>
        <dd>
          <DeliveryStatus status={delivery.status} />
        </dd>
        <dt>Endpoint</dt>
        <dd>
          <Link to="/webhooks/$endpointId" params={{ endpointId: delivery.endpoint_id }}>
            {endpoint ? nameOf(endpoint) : delivery.endpoint_id}
          </Link>
        </dd>
        <dt>Event</dt>
        <dd>
          <Link to="/events/$eventId" params={{ eventId: delivery.event_id }}>
            <code>{delivery.event_id}</code>
          </Link>
        </dd>
        <dt>Event stored</dt>
        <dd>
          <Timestamp at={delivery.created_at} as="absolute" />
        </dd>
        {delivery.delivered_at && (
          <>
            <dt>Delivered</dt>
            <dd>
              <Timestamp at={delivery.delivered_at} as="absolute" />
            </dd>
          </>
        )}
        {delivery.next_attempt_at && (
          <>
            <dt>Next attempt</dt>
            <dd>
              <Timestamp at={delivery.next_attempt_at} as="due" />
            </dd>
          </>
        )}
      </dl>
    </Card>
  );
};
