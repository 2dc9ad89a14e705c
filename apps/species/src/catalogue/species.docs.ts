import { listOf, type RouteDocs } from '@cds/openapi';
import { readSpeciesQuery } from './species-detail/species-detail.http.js';
import { listSpeciesQuery } from './species-list/species-list.schemas.js';
import { SPECIES_EXAMPLE } from './species.example.js';
import { speciesSchema } from './species-view.js';

export const speciesDocs: readonly RouteDocs[] = [
  {
    method: 'GET',
    path: '/v1/species',
    tag: 'Species',
    operationId: 'listSpecies',
    summary: 'List and search species',
    description:
      '`q` searches the names in all languages and tolerates typos. By default the most exact matches come ' +
      'first, and among those the species caught most often. At most a thousand species are found. A search of ' +
      'one or two letters matches the beginning of words.',
    query: listSpeciesQuery,
    answers: {
      200: {
        description: 'A page of species.',
        schema: listOf(speciesSchema, 'SpeciesList'),
        example: { data: [SPECIES_EXAMPLE], total: 1, page: 1, per_page: 25, has_more: false, next_cursor: null },
        headers: { Link: 'Links to other pages (RFC 8288).' },
      },
    },
  },
  {
    method: 'GET',
    path: '/v1/species/{id}',
    tag: 'Species',
    operationId: 'getSpecies',
    summary: 'Read a species',
    description: 'Returns the species with its names, records and pictures.',
    parameters: { id: 'The id or the slug of the species.' },
    query: readSpeciesQuery,
    answers: {
      200: {
        description: 'The species, or only the requested fields.',
        schema: speciesSchema,
        example: SPECIES_EXAMPLE,
      },
    },
    problems: { 404: ['species.not_found'], 410: ['species.deleted'] },
  },
];
