import { createFileRoute } from '@tanstack/react-router';
import { NewCatchPage } from '../../../pages/catches/new-catch-page.js';

export const Route = createFileRoute('/_app/catches/new')({ component: NewCatchPage });
