import { useQuery } from '@tanstack/react-query';
import { Webhook } from 'lucide-react';
import { endpointsQuery } from '../../api/webhooks.js';
import { ButtonLink } from '../../ui/button.js';
import { Card } from '../../ui/card.js';
import styles from './first-call.module.css';

/** The second step, until the account has an endpoint. */
export const FirstWebhook = () => {
  const { data } = useQuery(endpointsQuery({}));
  if (data?.data.length !== 0) return null;
  return (
    <Card title="See a webhook arrive" description="Without a server of your own, if you have none yet.">
      <div className={styles['start']}>
        <p>
          Events can be sent to an address of yours as they happen. To try it, add an endpoint with a test receiver: we
          lend you the address, and you watch here what arrives, how it is signed, and what happens when it fails.
        </p>
        <ButtonLink to="/webhooks/new" icon={Webhook}>
          Add an endpoint
        </ButtonLink>
      </div>
    </Card>
  );
};
