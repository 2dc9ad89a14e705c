import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { eventKindsQuery } from '../../api/webhooks.js';
import type { EventKind } from '../../api/webhooks.js';
import { Card } from '../../ui/card.js';
import { JsonBlock } from '../../ui/code-block.js';
import { LoadError } from '../../ui/load-error.js';
import { Page } from '../../ui/page.js';
import { Skeleton } from '../../ui/states.js';
import styles from './event-types.module.css';
import { WebhooksNav } from './webhooks-nav.js';

const route = getRouteApi('/_app/webhooks/event-types');

/** The catalogue: what can be sent, and what each message looks like. */
export const EventTypesPage = () => {
  const { type } = route.useSearch();
  const { data: kinds, error, refetch } = useQuery(eventKindsQuery);
  const shown = kinds?.find(({ name }) => name === type) ?? kinds?.[0];
  return (
    <Page
      title="Event types"
      description="The events that endpoints and the feed receive, with the schema of each message."
    >
      <WebhooksNav />
      {kinds && shown ? (
        <div className={styles['catalogue']}>
          <nav aria-label="Event types" className={styles['names']}>
            <ul role="list">
              {kinds.map(({ name }) => (
                <li key={name}>
                  <Link
                    to="/webhooks/event-types"
                    search={{ type: name }}
                    className={styles['name']}
                    aria-current={name === shown.name ? 'true' : undefined}
                  >
                    {name}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
          <Kind kind={shown} />
        </div>
      ) : error ? (
        <LoadError error={error} retry={refetch} />
      ) : (
        <Skeleton lines={10} label="Loading the event types" />
      )}
    </Page>
  );
};

const Kind = ({ kind: { name, description, example, schema } }: { readonly kind: EventKind }) => (
  <Card title={name} description={description}>
    <div className={styles['blocks']}>
      <section aria-label="Example" className={styles['block']}>
        <h3>Example</h3>
        <JsonBlock label={`An example of ${name}`} value={example} />
      </section>
      <section aria-label="JSON Schema" className={styles['block']}>
        <h3>JSON Schema</h3>
        <JsonBlock label={`The JSON Schema of ${name}`} value={schema} />
      </section>
    </div>
  </Card>
);
