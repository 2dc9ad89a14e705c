import { createFileRoute } from '@tanstack/react-router';
import { EventsPage } from '../../../pages/events/events-page.js';
import { searchOf } from '../../../ui/cursor-pages.js';

export const Route = createFileRoute('/_app/events/')({
  validateSearch: searchOf('cursor', 'type', 'live'),
  component: EventsPage,
});
