import { createFileRoute } from '@tanstack/react-router';
import { DeliveryPage } from '../../../../pages/webhooks/delivery-page.js';

export const Route = createFileRoute('/_app/webhooks/deliveries/$deliveryId')({ component: DeliveryPage });
