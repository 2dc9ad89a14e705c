import { createFileRoute } from '@tanstack/react-router';
import { EndpointsPage } from '../../../pages/webhooks/endpoints-page.js';
import { searchOf } from '../../../ui/cursor-pages.js';

export const Route = createFileRoute('/_app/webhooks/')({
  validateSearch: searchOf('cursor'),
  component: EndpointsPage,
});
