import { createFileRoute } from '@tanstack/react-router';
import { NewEndpointPage } from '../../../pages/webhooks/new-endpoint-page.js';

export const Route = createFileRoute('/_app/webhooks/new')({ component: NewEndpointPage });
