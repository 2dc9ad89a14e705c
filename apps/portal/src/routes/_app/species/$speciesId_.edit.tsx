import { createFileRoute } from '@tanstack/react-router';
import { SpeciesFormPage } from '../../../pages/species/species-form-page.js';

export const Route = createFileRoute('/_app/species/$speciesId_/edit')({ component: EditSpecies });

function EditSpecies() {
  const { speciesId } = Route.useParams();
  return <SpeciesFormPage speciesId={speciesId} />;
}
