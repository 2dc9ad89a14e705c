import { createFileRoute } from '@tanstack/react-router';
import { RequestsPage } from '../../../pages/requests/requests-page.js';
import { searchOf } from '../../../ui/cursor-pages.js';

export const Route = createFileRoute('/_app/requests/')({
  validateSearch: searchOf(
    'cursor',
    'status',
    'method',
    'path',
    'credential_id',
    'request_id',
    'requested_after',
    'requested_before',
    'by',
  ),
  component: RequestsPage,
});
