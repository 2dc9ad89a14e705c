import { createFileRoute } from '@tanstack/react-router';
import { AuditLogPage } from '../../../pages/admin/audit-log-page.js';
import { searchOf } from '../../../ui/cursor-pages.js';

export const Route = createFileRoute('/_app/audit-log/')({
  validateSearch: searchOf(
    'action',
    'account_id',
    'actor_id',
    'target_id',
    'address',
    'at_after',
    'at_before',
    'sort',
    'cursor',
  ),
  component: AuditLogPage,
});
