import { createFileRoute } from '@tanstack/react-router';
import { EndpointPage } from '../../../pages/webhooks/endpoint-page.js';
import { searchOf } from '../../../ui/cursor-pages.js';

export const Route = createFileRoute('/_app/webhooks/$endpointId')({
  validateSearch: searchOf('cursor', 'status', 'type', 'after', 'before', 'job'),
  component: EndpointPage,
});
