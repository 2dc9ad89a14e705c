import { createFileRoute } from '@tanstack/react-router';
import { EditEndpointPage } from '../../../pages/webhooks/edit-endpoint-page.js';

export const Route = createFileRoute('/_app/webhooks/$endpointId_/edit')({ component: EditEndpointPage });
