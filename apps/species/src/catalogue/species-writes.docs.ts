import { IDEMPOTENT, listOf, type RouteDocs } from '@cds/openapi';
import { createSpeciesBody, editSpeciesBody } from './species-fields.js';
import { speciesChangeSchema, speciesHistoryQuery } from './species-history/species-history.schemas.js';
import { SPECIES_EXAMPLE } from './species.example.js';
import { speciesSchema } from './species-view.js';

/** What is said of every write to a species that is there. */
export const CONDITIONAL = {
  headers: {
    'If-Match': 'The `ETag` that was read: with another one current, nothing is written and the answer is a 412.',
  },
  problems: { 412: ['request.precondition_failed'] },
} as const;

export const SPECIES_ID = { id: 'The id or the slug.' } as const;

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
    summary: 'Add a species',
    description:
      'Its slug is made from the common name and stays. `regions` are those of the catalogue, oceans and continents. ' +
      'World records are entered under `/v1/species/{id}/records`.',
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
        headers: { Location: 'Where the species is read.', ETag: 'Goes into `If-Match`.' },
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
      'A JSON merge patch (RFC 7396). What a person edited is not changed by the seed of the catalogue any more. A ' +
      'patch that changes nothing makes no version and no event. `max_weight_lbs` cannot go below the world record.',
    parameters: SPECIES_ID,
    headers: CONDITIONAL.headers,
    body: {
      schema: editSpeciesBody,
      contentTypes: ['application/merge-patch+json', 'application/json'],
      example: { max_length_in: 40 },
    },
    answers: {
      200: {
        description: 'The species as it is then.',
        schema: speciesSchema,
        example: { ...SPECIES_EXAMPLE, max_length_in: 40 },
        headers: { ETag: 'Goes into `If-Match`.' },
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
      'Only a species of which no catch is logged. Where one is logged at the same moment, the species comes back ' +
      'as soon as that is heard of.',
    parameters: SPECIES_ID,
    headers: CONDITIONAL.headers,
    answers: { 204: { description: 'The species is deleted; later reads are a 410.' } },
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
    summary: 'List the changes of a species',
    description: 'Newest first: when, by which account, what was and what became.',
    parameters: SPECIES_ID,
    query: speciesHistoryQuery,
    answers: {
      200: {
        description: 'A page of changes.',
        schema: listOf(speciesChangeSchema, 'SpeciesHistory'),
        example: { data: [CHANGE], total: 2, page: 1, per_page: 1, has_more: true, next_cursor: 'eyJ…' },
        headers: { Link: 'Other pages (RFC 8288).' },
      },
    },
    problems: { 404: ['species.not_found'], 410: ['species.deleted'] },
  },
];
