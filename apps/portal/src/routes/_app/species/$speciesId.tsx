import { createFileRoute } from '@tanstack/react-router';
import { SpeciesPage } from '../../../pages/species/species-page.js';

export const Route = createFileRoute('/_app/species/$speciesId')({ component: SpeciesPage });
