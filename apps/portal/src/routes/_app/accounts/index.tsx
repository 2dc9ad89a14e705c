import { createFileRoute } from '@tanstack/react-router';
import { AccountsPage } from '../../../pages/admin/accounts-page.js';
import { searchOf } from '../../../ui/cursor-pages.js';

export const Route = createFileRoute('/_app/accounts/')({
  validateSearch: searchOf('q', 'email', 'sort', 'cursor'),
  component: AccountsPage,
});
