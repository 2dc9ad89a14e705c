import { createFileRoute } from '@tanstack/react-router';
import { ImportsPage } from '../../../pages/imports/imports-page.js';
import { searchOf } from '../../../ui/cursor-pages.js';

export const Route = createFileRoute('/_app/imports/')({
  validateSearch: searchOf('show', 'status', 'cursor'),
  component: ImportsPage,
});
