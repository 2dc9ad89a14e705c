import type { Endpoint } from '../../api/webhooks.js';
import { Card } from '../../ui/card.js';
import { durationOf } from '../../ui/progress-bar.js';
import { Timestamp } from '../../ui/timestamp.js';
import styles from './webhooks.module.css';

/** How an endpoint is set up. */
export const EndpointFacts = ({ endpoint }: { readonly endpoint: Endpoint }) => (
  <Card title="Settings">
    <dl className={styles['facts']}>
      <dt>Event types</dt>
      <dd>
        <Codes values={endpoint.event_types} />
      </dd>
      <dt>Filter</dt>
      <dd>
        {endpoint.filter ? (
          <Codes values={Object.entries(endpoint.filter).map(([key, value]) => `${key}: ${String(value)}`)} />
        ) : (
          'None: every event of these types'
        )}
      </dd>
      <dt>Ordering</dt>
      <dd>
        {endpoint.ordering === 'per_subject'
          ? 'Per subject: one message at a time for each subject'
          : 'None: several messages at a time'}
      </dd>
      <dt>Rate limit</dt>
      <dd>
        {endpoint.max_rate_per_second === null
          ? 'None: as fast as it answers'
          : `At most ${endpoint.max_rate_per_second} a second`}
      </dd>
      <dt>Retries</dt>
      <dd>
        {endpoint.retry_schedule.length === 0
          ? 'None'
          : `After ${endpoint.retry_schedule.map((seconds) => durationOf(seconds)).join(', ')}`}
      </dd>
      <dt>Headers of your own</dt>
      <dd>{Object.keys(endpoint.headers).length > 0 ? <Codes values={Object.keys(endpoint.headers)} /> : 'None'}</dd>
      <dt>Added</dt>
      <dd>
        <Timestamp at={endpoint.created_at} as="absolute" />
      </dd>
      <dt>Id</dt>
      <dd>
        <code>{endpoint.id}</code>
      </dd>
    </dl>
  </Card>
);

const Codes = ({ values }: { readonly values: readonly string[] }) => (
  <ul role="list" className={styles['list']}>
    {values.map((value) => (
      <li key={value}>
        <code>{value}</code>
      </li>
    ))}
  </ul>
);
