import { createFileRoute } from '@tanstack/react-router';
import { EventPage } from '../../../pages/events/event-page.js';

export const Route = createFileRoute('/_app/events/$eventId')({ component: EventPage });
