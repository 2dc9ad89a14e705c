import { createFileRoute } from '@tanstack/react-router';
import { SPECIES_PARAMETERS } from '../../../pages/species/species-parameters.js';
import { SpeciesListPage } from '../../../pages/species/species-list-page.js';
import { searchOf } from '../../../ui/cursor-pages.js';

export const Route = createFileRoute('/_app/species/')({
  validateSearch: searchOf(...SPECIES_PARAMETERS),
  component: SpeciesListPage,
});
