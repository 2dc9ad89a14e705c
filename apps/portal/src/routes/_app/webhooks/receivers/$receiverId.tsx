import { createFileRoute } from '@tanstack/react-router';
import { ReceiverPage } from '../../../../pages/webhooks/receivers/receiver-page.js';
import { searchOf } from '../../../../ui/cursor-pages.js';

export const Route = createFileRoute('/_app/webhooks/receivers/$receiverId')({
  validateSearch: searchOf('request'),
  component: ReceiverPage,
});
