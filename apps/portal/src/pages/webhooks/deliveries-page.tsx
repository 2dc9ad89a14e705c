import { getRouteApi } from '@tanstack/react-router';
import { Card } from '../../ui/card.js';
import { Page } from '../../ui/page.js';
import { DeliveryTable } from './delivery-table.js';
import { WebhooksNav } from './webhooks-nav.js';

const route = getRouteApi('/_app/webhooks/deliveries/');

export const DeliveriesPage = () => (
  <Page title="Deliveries" description="Every message to every endpoint of the last 30 days.">
    <WebhooksNav />
    <Card title="All endpoints" isFlush>
      <DeliveryTable endpointId={null} filters={route.useSearch()}>
        A message is sent as soon as something happens that an endpoint asks for. Send a test from an endpoint’s page to
        see one now.
      </DeliveryTable>
    </Card>
  </Page>
);
