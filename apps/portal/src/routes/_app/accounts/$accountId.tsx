import { createFileRoute } from '@tanstack/react-router';
import { AccountPage } from '../../../pages/admin/account-page.js';

export const Route = createFileRoute('/_app/accounts/$accountId')({ component: AccountPage });
