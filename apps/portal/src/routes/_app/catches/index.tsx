import { createFileRoute } from '@tanstack/react-router';
import { CATCH_PARAMETERS } from '../../../pages/catches/catch-filters.js';
import { CatchesPage } from '../../../pages/catches/catches-page.js';
import { searchOf } from '../../../ui/cursor-pages.js';

export const Route = createFileRoute('/_app/catches/')({
  validateSearch: searchOf(...CATCH_PARAMETERS),
  component: CatchesPage,
});
