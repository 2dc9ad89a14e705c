import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { endpointQuery } from '../../api/webhooks.js';
import type { Endpoint } from '../../api/webhooks.js';
import { ButtonLink } from '../../ui/button.js';
import { Card } from '../../ui/card.js';
import { LoadError } from '../../ui/load-error.js';
import { Page } from '../../ui/page.js';
import { Note, Skeleton } from '../../ui/states.js';
import { Timestamp } from '../../ui/timestamp.js';
import { DeliveryTable } from './delivery-table.js';
import { EnableButton } from './enable-button.js';
import { EndpointActions } from './endpoint-actions.js';
import { EndpointFacts } from './endpoint-facts.js';
import { EndpointStatus, nameOf, REASONS } from './endpoint-status.js';
import { RecoverCard } from './recover-card.js';
import { StatsCard } from './stats-card.js';
import styles from './webhooks.module.css';

const route = getRouteApi('/_app/webhooks/$endpointId');

export const EndpointPage = () => {
  const { endpointId } = route.useParams();
  const { data: endpoint, error, refetch } = useQuery(endpointQuery(endpointId));
  const above = <Link to="/webhooks">Webhooks</Link>;
  if (error && !endpoint)
    return (
      <Page title="Endpoint" above={above}>
        <LoadError error={error} retry={refetch} elsewhere={<ButtonLink to="/webhooks">All endpoints</ButtonLink>} />
      </Page>
    );
  if (!endpoint)
    return (
      <Page title="Endpoint" above={above}>
        <Skeleton lines={10} label="Loading the endpoint" />
      </Page>
    );
  return <EndpointView endpoint={endpoint} />;
};

const EndpointView = ({ endpoint }: { readonly endpoint: Endpoint }) => {
  const { job, ...filters } = route.useSearch();
  return (
    <Page
      title={nameOf(endpoint)}
      above={<Link to="/webhooks">Webhooks</Link>}
      description={
        <span className={styles['row']}>
          <EndpointStatus endpoint={endpoint} />
          <code className={styles['sub']}>{endpoint.url}</code>
        </span>
      }
      actions={<EndpointActions endpoint={endpoint} />}
    >
      {endpoint.status === 'disabled' && <DisabledNote endpoint={endpoint} />}
      <StatsCard endpointId={endpoint.id} />
      <Card title="Deliveries" isFlush>
        <DeliveryTable endpointId={endpoint.id} filters={filters}>
          A message is sent as soon as something happens that this endpoint asks for. “Send a test” brings one now.
        </DeliveryTable>
      </Card>
      <RecoverCard endpoint={endpoint} jobId={job} />
      <EndpointFacts endpoint={endpoint} />
    </Page>
  );
};

const DisabledNote = ({ endpoint }: { readonly endpoint: Endpoint }) => (
  <Note
    tone="warn"
    title="Nothing is sent to this endpoint"
    action={<EnableButton endpointId={endpoint.id} variant="primary" />}
  >
    {REASONS[endpoint.disabled_reason ?? 'manual']}{' '}
    {endpoint.disabled_at && (
      <>
        That was <Timestamp at={endpoint.disabled_at} />.{' '}
      </>
    )}
    Enable it once it takes messages again, then replay what it missed.
  </Note>
);
