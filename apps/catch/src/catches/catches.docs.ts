import { verificationTierSchema } from '@cds/contracts';
import { listOf, type RouteDocs } from '@cds/openapi';
import { z } from 'zod';
import { anglerSchema } from '../anglers/angler-list/angler-list.schemas.js';
import { CONDITIONAL, IDEMPOTENT } from '../common.docs.js';
import { photoSchema } from '../photos/photos.docs.js';
import { speciesSchema } from '../species-names/species-view.js';
import { catchHistoryQuery, historySchema } from './read/catch-history/catch-history.schemas.js';
import { listCatchesParameters, readCatchQuery } from './read/catch-list/catch-list.schemas.js';
import { editCatchBody, logCatchBody } from './rules/catch-schemas.js';
import { WATER_TYPES } from './rules/field-schemas.js';

const instant = z.iso.datetime({ precision: 3 });
const measure = (description: string) => z.number().nullable().meta({ description });

const locationSchema = z.strictObject({
  name: z.string().nullable().meta({ description: 'Seen by the owner alone.' }),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  region: z.string().nullable().meta({ description: 'ISO 3166-2.' }),
  country: z.string().nullable().meta({ description: 'ISO 3166-1 alpha-2.' }),
  obscured: z
    .boolean()
    .meta({ description: 'The coordinates are rounded to 0.1 degrees, as for everybody but the owner.' }),
});

const anglerRef = z.strictObject({ id: z.string(), name: z.string() });

/** A catch as the API answers it. Pounds, inches, feet. */
export const catchSchema = z
  .strictObject({
    id: z.string(),
    species: z
      .union([z.string(), speciesSchema])
      .meta({ description: 'Its common name; the whole species with `expand=species`.' }),
    species_id: z.string(),
    weight_lbs: z.number(),
    length_in: measure('Inches.'),
    depth_ft: measure('Feet.'),
    weight_kg: z.number().optional().meta({ description: 'With `units=metric`.' }),
    length_cm: measure('With `units=metric`.').optional(),
    depth_m: measure('With `units=metric`.').optional(),
    verification_tier: verificationTierSchema,
    caught_at: instant,
    created_at: instant,
    updated_at: instant,
    angler: z.union([anglerRef, anglerSchema]).meta({ description: 'Whole with `expand=angler`.' }),
    location: locationSchema.nullable(),
    method: z.string().nullable(),
    bait: z.string().nullable(),
    water_type: z.enum(WATER_TYPES).nullable(),
    released: z.boolean().nullable(),
    notes: z.string().nullable(),
    photos: z.array(photoSchema),
    version: z.int().min(1),
    external_id: z.string().nullable().meta({ description: 'Yours; null on others’ catches.' }),
    metadata: z.record(z.string(), z.string()).nullable().meta({ description: 'Yours; null on others’ catches.' }),
  })
  .meta({ id: 'Catch' });

const tombstoneSchema = z
  .strictObject({
    id: z.string(),
    deleted: z.literal(true),
    deleted_at: instant,
    updated_at: instant,
    version: z.int(),
    angler: z.strictObject({ id: z.string() }),
  })
  .meta({ id: 'DeletedCatch', description: 'With `include_deleted=true`: what stays of a deleted catch.' });

const EXAMPLE = {
  id: 'catch_01h455vb4pex5vsknk084sn02q',
  species: 'Largemouth Bass',
  species_id: 'spc_01h455vb4pex5vsknk084sn02q',
  weight_lbs: 8.4,
  length_in: 23.5,
  depth_ft: 12,
  verification_tier: 'unverified',
  caught_at: '2026-11-20T07:30:00.000Z',
  created_at: '2026-11-20T08:00:00.000Z',
  updated_at: '2026-11-20T08:00:00.000Z',
  angler: { id: 'ang_01h455vb4pex5vsknk084sn02q', name: 'Jane Doe' },
  location: {
    name: 'North arm',
    latitude: 31.123456,
    longitude: -97.654321,
    region: 'US-TX',
    country: 'US',
    obscured: false,
  },
  method: 'casting',
  bait: 'crankbait',
  water_type: 'freshwater',
  released: true,
  notes: 'Near the dam.',
  photos: [],
  version: 1,
  external_id: 'app-7',
  metadata: { boat: 'Skiff' },
};

const BODY = {
  species: 'largemouth bass',
  weight_lbs: 8.4,
  length_in: 23.5,
  depth_ft: 12,
  caught_at: '2026-11-20T07:30:00Z',
  location: { name: 'North arm', latitude: 31.123456, longitude: -97.654321, region: 'US-TX', country: 'US' },
  method: 'casting',
  bait: 'crankbait',
  water_type: 'freshwater',
  released: true,
  notes: 'Near the dam.',
  external_id: 'app-7',
  metadata: { boat: 'Skiff' },
};

const ETAG = { ETag: 'Of this state of the catch; goes into `If-Match` and `If-None-Match`.' };
const LINKS = { Link: 'Other pages (RFC 8288).' };
const REJECTED = [
  'species.unknown',
  'species.ambiguous',
  'angler.unknown',
  'catch.weight_implausible',
  'request.rejected',
] as const;
const GONE = { 404: ['catch.not_found'], 410: ['catch.deleted'] } as const;
const OWN = {
  ...GONE,
  403: ['catch.forbidden'],
  409: ['resource.conflict', 'catch.external_id_taken', 'catch.too_many_changes'],
  ...CONDITIONAL.problems,
} as const;

export const catchesDocs: readonly RouteDocs[] = [
  {
    method: 'GET',
    path: '/v1/catches',
    tag: 'Catches',
    summary: 'List, filter and search catches',
    description:
      'Filters repeat for OR and differ for AND. Pages reach 10,000 rows deep; `next_cursor` goes on ' +
      'from any page. For everybody but the owner filters, search and sort work on what the answer ' +
      'shows: rounded places, no place names. `updated_since` with `include_deleted=true` is a complete ' +
      'delta sync.',
    query: listCatchesParameters,
    answers: {
      200: {
        description: 'A page of catches.',
        schema: listOf(z.union([tombstoneSchema, catchSchema.partial()]), 'CatchList'),
        example: { data: [EXAMPLE], total: 1, page: 1, per_page: 25, has_more: false, next_cursor: null },
        headers: LINKS,
      },
    },
    problems: { 429: ['limit.heavy_reads'] },
  },
  {
    method: 'POST',
    path: '/v1/catches',
    tag: 'Catches',
    summary: 'Log a catch',
    description:
      '`species` is an id, a scientific name, a common name or an alias, in any case. `caught_at` is ' +
      'now and `angler_id` your own angler where they are left out.',
    headers: IDEMPOTENT.headers,
    body: { schema: logCatchBody, example: BODY },
    answers: {
      201: {
        description: 'The catch.',
        schema: catchSchema,
        example: EXAMPLE,
        headers: { Location: 'Where the catch is read.', ...ETAG },
      },
    },
    problems: {
      409: ['catch.external_id_taken', ...IDEMPOTENT.problems[409]],
      410: IDEMPOTENT.problems[410],
      422: [...REJECTED, ...IDEMPOTENT.problems[422]],
    },
  },
  {
    method: 'GET',
    path: '/v1/catches/{id}',
    tag: 'Catches',
    summary: 'Read a catch',
    description: '`as_of` answers it as it stood then.',
    query: readCatchQuery,
    answers: {
      200: {
        description: 'The catch, or the fields that were asked for.',
        schema: catchSchema.partial(),
        example: EXAMPLE,
        headers: ETAG,
      },
    },
    problems: GONE,
  },
  {
    method: 'PUT',
    path: '/v1/catches/{id}',
    tag: 'Catches',
    summary: 'Replace a catch',
    description:
      '`caught_at` and `angler_id` stay where they are left out; every other field that is left out is emptied.',
    headers: CONDITIONAL.headers,
    body: { schema: logCatchBody, example: BODY },
    answers: {
      200: {
        description: 'The catch as it is then.',
        schema: catchSchema,
        example: { ...EXAMPLE, version: 2 },
        headers: ETAG,
      },
    },
    problems: { ...OWN, 422: REJECTED },
  },
  {
    method: 'PATCH',
    path: '/v1/catches/{id}',
    tag: 'Catches',
    summary: 'Edit a catch',
    description:
      'A JSON merge patch (RFC 7396): null empties. What was verified goes back to `unverified` when ' +
      'species, angler, region, time or a measure changes.',
    headers: CONDITIONAL.headers,
    body: {
      schema: editCatchBody,
      contentTypes: ['application/merge-patch+json', 'application/json'],
      example: { notes: null, bait: 'worm' },
    },
    answers: {
      200: {
        description: 'The catch as it is then.',
        schema: catchSchema,
        example: { ...EXAMPLE, notes: null, bait: 'worm', version: 2 },
        headers: ETAG,
      },
    },
    problems: { ...OWN, 422: REJECTED },
  },
  {
    method: 'DELETE',
    path: '/v1/catches/{id}',
    tag: 'Catches',
    summary: 'Delete a catch',
    headers: CONDITIONAL.headers,
    answers: { 204: { description: 'It is deleted; later reads are a 410.' } },
    problems: { ...OWN, 409: ['resource.conflict'] },
  },
  {
    method: 'GET',
    path: '/v1/catches/{id}/history',
    tag: 'Catches',
    summary: 'List every change of a catch, newest first',
    description: '`from` and `to` are as they were sent, in pounds, inches and feet, with `units=metric` too.',
    query: catchHistoryQuery,
    answers: {
      200: {
        description: 'A page of changes.',
        schema: listOf(historySchema.partial(), 'CatchHistory'),
        example: {
          data: [
            {
              at: '2026-11-20T08:05:00.000Z',
              by: { account_id: 'acc_01h455vb4pex5vsknk084sn02q', credential_id: 'key_01h455vb4pex5vsknk084sn02q' },
              action: 'catch.updated',
              changes: [{ field: 'bait', from: 'crankbait', to: 'worm' }],
              version: 2,
            },
          ],
          total: 2,
          page: 1,
          per_page: 1,
          has_more: true,
          next_cursor: null,
        },
        headers: LINKS,
      },
    },
    problems: GONE,
  },
];
