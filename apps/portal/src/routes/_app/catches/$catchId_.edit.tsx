import { createFileRoute } from '@tanstack/react-router';
import { EditCatchPage } from '../../../pages/catches/edit-catch-page.js';

export const Route = createFileRoute('/_app/catches/$catchId_/edit')({ component: EditCatchPage });
