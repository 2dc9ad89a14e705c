import { createFileRoute } from '@tanstack/react-router';
import { ImportPage } from '../../../pages/imports/import-page.js';
import { searchOf } from '../../../ui/cursor-pages.js';

export const Route = createFileRoute('/_app/imports/$importId')({
  validateSearch: searchOf('cursor'),
  component: ImportPage,
});
