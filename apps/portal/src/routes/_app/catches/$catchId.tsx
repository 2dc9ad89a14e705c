import { createFileRoute } from '@tanstack/react-router';
import { CatchPage } from '../../../pages/catches/catch-page.js';

export const Route = createFileRoute('/_app/catches/$catchId')({ component: CatchPage });
