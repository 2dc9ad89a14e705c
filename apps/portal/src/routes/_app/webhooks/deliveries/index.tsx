import { createFileRoute } from '@tanstack/react-router';
import { DeliveriesPage } from '../../../../pages/webhooks/deliveries-page.js';
import { searchOf } from '../../../../ui/cursor-pages.js';

export const Route = createFileRoute('/_app/webhooks/deliveries/')({
  validateSearch: searchOf('cursor', 'status', 'type', 'after', 'before'),
  component: DeliveriesPage,
});
