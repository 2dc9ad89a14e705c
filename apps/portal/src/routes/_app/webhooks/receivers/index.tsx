import { createFileRoute } from '@tanstack/react-router';
import { ReceiversPage } from '../../../../pages/webhooks/receivers/receivers-page.js';

export const Route = createFileRoute('/_app/webhooks/receivers/')({ component: ReceiversPage });
