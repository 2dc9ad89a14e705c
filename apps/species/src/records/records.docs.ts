import { IDEMPOTENT, listOf, type RouteDocs } from '@cds/openapi';
import { CONDITIONAL, SPECIES_ID } from '../catalogue/species-writes.docs.js';
import { listRecordsQuery } from './record-list/record-list.schemas.js';
import { readRecordQuery } from './read-record/read-record.http.js';
import { recordSchema } from './record-view.js';
import { worldRecordBody } from './world-record-body.js';

const PARAMETERS = { ...SPECIES_ID, record_id: 'The id of a record. Only world records can be edited.' } as const;

const WORLD = {
  id: 'rcd_01h455vb4pex5vsknk084sn02q',
  kind: 'world',
  current: true,
  region: null,
  weight_lbs: 22.25,
  date: '1932-06-02',
  place: 'Montgomery Lake, Georgia, USA',
  angler: { id: null, name: 'George Perry' },
  source: 'IGFA',
  catch_id: null,
  caught_at: null,
  verification_tier: null,
  ended_at: null,
};

const SERVICE = {
  id: 'rcd_01h455vb4pex5vsknk084sn02r',
  kind: 'service',
  current: true,
  region: 'US-TX',
  weight_lbs: 12.5,
  date: '2026-05-01',
  place: null,
  angler: { id: 'ang_01h455vb4pex5vsknk084sn02q', name: 'Ada Angler' },
  source: null,
  catch_id: 'catch_01h455vb4pex5vsknk084sn02q',
  caught_at: '2026-05-01T06:00:00.000Z',
  verification_tier: 'witnessed',
  ended_at: null,
};

const BODY = {
  weight_lbs: 22.25,
  place: 'Montgomery Lake, Georgia, USA',
  date: '1932-06-02',
  angler: 'George Perry',
  source: 'IGFA',
};

const ABSENT = { 404: ['species.not_found'], 410: ['species.deleted'] } as const;
const ABSENT_RECORD = { ...ABSENT, 404: ['species.not_found', 'species.record_not_found'] } as const;

export const recordsDocs: readonly RouteDocs[] = [
  {
    method: 'GET',
    path: '/v1/species/{id}/records',
    tag: 'Species',
    operationId: 'listSpeciesRecords',
    summary: 'List the records of a species',
    description:
      'Returns the world records that curators have entered, and the records of this service: its heaviest ' +
      'catches with the tier `witnessed` or better, overall and in each region. Former records were broken; ' +
      'withdrawn records are not listed.',
    parameters: SPECIES_ID,
    query: listRecordsQuery,
    answers: {
      200: {
        description: 'A page of records.',
        schema: listOf(recordSchema, 'SpeciesRecordList'),
        example: { data: [WORLD, SERVICE], total: 2, page: 1, per_page: 25, has_more: false, next_cursor: null },
        headers: { Link: 'Links to other pages (RFC 8288).' },
      },
    },
    problems: ABSENT,
  },
  {
    method: 'POST',
    path: '/v1/species/{id}/records',
    tag: 'Species',
    operationId: 'createSpeciesRecord',
    summary: 'Create a world record',
    description: 'The new record must be heavier than the current one, which remains in the list as a former record.',
    parameters: SPECIES_ID,
    headers: { ...IDEMPOTENT.headers, ...CONDITIONAL.headers },
    body: { schema: worldRecordBody, example: BODY },
    answers: {
      201: {
        description: 'The record.',
        schema: recordSchema,
        example: WORLD,
        headers: { Location: 'The URL of the record.' },
      },
    },
    problems: {
      ...ABSENT,
      ...IDEMPOTENT.problems,
      ...CONDITIONAL.problems,
      422: ['species.record_too_light', 'species.record_limit', ...IDEMPOTENT.problems[422]],
    },
  },
  {
    method: 'GET',
    path: '/v1/species/{id}/records/{record_id}',
    tag: 'Species',
    operationId: 'getSpeciesRecord',
    summary: 'Read a record of a species',
    description: 'The `ETag` changes with the species, for `If-Match` of writes to the record.',
    parameters: PARAMETERS,
    query: readRecordQuery,
    answers: { 200: { description: 'The record.', schema: recordSchema, example: WORLD } },
    problems: ABSENT_RECORD,
  },
  {
    method: 'PUT',
    path: '/v1/species/{id}/records/{record_id}',
    tag: 'Species',
    operationId: 'replaceSpeciesRecord',
    summary: 'Correct a world record',
    description:
      'The heaviest world record is always the current one, so a correction can make another record current.',
    parameters: PARAMETERS,
    headers: CONDITIONAL.headers,
    body: { schema: worldRecordBody, example: BODY },
    answers: { 200: { description: 'The updated record.', schema: recordSchema, example: WORLD } },
    problems: { ...ABSENT_RECORD, ...CONDITIONAL.problems },
  },
  {
    method: 'DELETE',
    path: '/v1/species/{id}/records/{record_id}',
    tag: 'Species',
    operationId: 'deleteSpeciesRecord',
    summary: 'Delete a world record',
    description: 'The heaviest of the remaining records becomes the current one.',
    parameters: PARAMETERS,
    headers: CONDITIONAL.headers,
    answers: { 204: { description: 'The record is deleted.' } },
    problems: { ...ABSENT_RECORD, ...CONDITIONAL.problems },
  },
];
