import { createFileRoute } from '@tanstack/react-router';
import { NewEndpointPage } from '../../../pages/webhooks/new-endpoint-page.js';
import { searchOf } from '../../../ui/cursor-pages.js';

export const Route = createFileRoute('/_app/webhooks/new')({
  validateSearch: searchOf('url'),
  component: NewEndpointPage,
});
