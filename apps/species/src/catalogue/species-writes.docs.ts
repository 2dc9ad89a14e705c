import { ENTITY_TAG, IDEMPOTENT, listOf, type RouteDocs } from '@cds/openapi';
import { createSpeciesBody, editSpeciesBody } from './species-fields.js';
import { speciesChangeSchema, speciesHistoryQuery } from './species-history/species-history.schemas.js';
import { SPECIES_EXAMPLE } from './species.example.js';
import { speciesSchema } from './species-view.js';

/** What is said of every write to a species that is there. */
export const CONDITIONAL = {
  headers: {
    'If-Match': 'An `ETag` that you received. If it is no longer current, nothing is changed and the response is 412.',
  },
  problems: { 412: ['request.precondition_failed'] },
} as const;

export const SPECIES_ID = { id: 'The id or the slug of the species.' } as const;

const NEW = {
  ...SPECIES_EXAMPLE,
  records: { world: null, service: null },
  common_names: [{ name: 'Largemouth Bass', language: 'en', region: null }],
};

const CHANGE = {
  at: '2026-11-20T07:30:00.000Z',
  by: { account_id: 'acc_01h455vb4pex5vsknk084sn02q', credential_id: null },
  action: 'species.updated',
  changes: [{ field: 'max_length_in', from: 38.2, to: 40 }],
  version: 2,
};

export const speciesWritesDocs: readonly RouteDocs[] = [
  {
    method: 'POST',
    path: '/v1/species',
    tag: 'Species',
    operationId: 'createSpecies',
    summary: 'Create a species',
    description:
      'The slug is derived from the common name and never changes. `regions` are oceans and continents. World ' +
      'records are created under `/v1/species/{id}/records`.',
    headers: IDEMPOTENT.headers,
    body: {
      schema: createSpeciesBody,
      example: {
        common_name: 'Largemouth Bass',
        scientific_name: 'Micropterus salmoides',
        family: 'Centrarchidae',
        order: 'Centrarchiformes',
        water: 'freshwater',
        regions: ['north_america'],
        max_weight_lbs: 22.25,
        max_length_in: 38.2,
      },
    },
    answers: {
      201: {
        description: 'The species.',
        schema: speciesSchema,
        example: NEW,
        headers: { Location: 'The URL of the species.', ...ENTITY_TAG },
      },
    },
    problems: {
      ...IDEMPOTENT.problems,
      409: ['species.scientific_name_taken', ...IDEMPOTENT.problems[409]],
    },
  },
  {
    method: 'PATCH',
    path: '/v1/species/{id}',
    tag: 'Species',
    operationId: 'updateSpecies',
    summary: 'Edit a species',
    description:
      'The body is a JSON merge patch (RFC 7396). Fields that a person has edited are no longer changed by ' +
      'updates of the built-in catalogue. A patch that changes nothing creates no version and no event.',
    parameters: SPECIES_ID,
    headers: CONDITIONAL.headers,
    body: {
      schema: editSpeciesBody,
      contentTypes: ['application/merge-patch+json', 'application/json'],
      example: { max_length_in: 40 },
    },
    answers: {
      200: {
        description: 'The updated species.',
        schema: speciesSchema,
        example: { ...SPECIES_EXAMPLE, max_length_in: 40 },
      },
    },
    problems: {
      404: ['species.not_found'],
      409: ['species.scientific_name_taken'],
      410: ['species.deleted'],
      ...CONDITIONAL.problems,
      422: ['request.rejected'],
    },
  },
  {
    method: 'DELETE',
    path: '/v1/species/{id}',
    tag: 'Species',
    operationId: 'deleteSpecies',
    summary: 'Delete a species',
    description:
      'Only a species without catches can be deleted. If a catch of it is logged at the same moment, the ' +
      'species is restored.',
    parameters: SPECIES_ID,
    headers: CONDITIONAL.headers,
    answers: { 204: { description: 'The species is deleted. Later reads return 410.' } },
    problems: {
      404: ['species.not_found'],
      409: ['species.has_catches'],
      410: ['species.deleted'],
      ...CONDITIONAL.problems,
    },
  },
  {
    method: 'GET',
    path: '/v1/species/{id}/history',
    tag: 'Species',
    operationId: 'listSpeciesHistory',
    summary: 'List the history of a species',
    description:
      'Changes are listed newest first: when each was made, by which account, and the previous and new values.',
    parameters: SPECIES_ID,
    query: speciesHistoryQuery,
    answers: {
      200: {
        description: 'A page of changes.',
        schema: listOf(speciesChangeSchema, 'SpeciesHistory'),
        example: { data: [CHANGE], total: 2, page: 1, per_page: 1, has_more: true, next_cursor: 'eyJ…' },
        headers: { Link: 'Links to other pages (RFC 8288).' },
      },
    },
    problems: { 404: ['species.not_found'], 410: ['species.deleted'] },
  },
];
