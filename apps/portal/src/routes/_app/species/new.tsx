import { createFileRoute } from '@tanstack/react-router';
import { SpeciesFormPage } from '../../../pages/species/species-form-page.js';

export const Route = createFileRoute('/_app/species/new')({ component: NewSpecies });

function NewSpecies() {
  return <SpeciesFormPage />;
}
