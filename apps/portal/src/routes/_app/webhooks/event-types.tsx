import { createFileRoute } from '@tanstack/react-router';
import { EventTypesPage } from '../../../pages/webhooks/event-types-page.js';
import { searchOf } from '../../../ui/cursor-pages.js';

export const Route = createFileRoute('/_app/webhooks/event-types')({
  validateSearch: searchOf('type'),
  component: EventTypesPage,
});
