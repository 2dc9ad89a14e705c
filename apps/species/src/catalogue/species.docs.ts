import { listOf, type RouteDocs } from '@cds/openapi';
import { readSpeciesQuery } from './species-detail/species-detail.http.js';
import { listSpeciesQuery } from './species-list/species-list.schemas.js';
import { speciesSchema } from './species-view.js';

const DRAWING =
  'https://api.example/v1/species/spc_01h455vb4pex5vsknk084sn02q/pictures/drawn-1f0c6b0d5e6d4c3b2a19f8e7d6c5b4a3';

/** The picture that every species has. */
export const DRAWING_EXAMPLE = {
  id: 'pho_01h455vb4pex5vsknk084sn02q',
  kind: 'illustration',
  url: `${DRAWING}/full.webp`,
  width: 1600,
  height: 900,
  variants: {
    thumb: { url: `${DRAWING}/thumb.webp`, width: 256, height: 144 },
    small: { url: `${DRAWING}/small.webp`, width: 640, height: 360 },
    large: { url: `${DRAWING}/large.webp`, width: 1280, height: 720 },
  },
  license: 'CC0-1.0',
  attribution: null,
  source_url: null,
};

const EXAMPLE = {
  id: 'spc_01h455vb4pex5vsknk084sn02q',
  slug: 'largemouth-bass',
  common_name: 'Largemouth Bass',
  common_names: [
    { name: 'Largemouth Bass', language: 'en', region: null },
    { name: 'Achigã', language: 'pt', region: null },
  ],
  scientific_name: 'Micropterus salmoides',
  family: 'Centrarchidae',
  order: 'Centrarchiformes',
  water: 'freshwater',
  regions: ['north_america'],
  photos: [DRAWING_EXAMPLE],
  records: {
    world: {
      weight_lbs: 22.25,
      place: 'Montgomery Lake, Georgia, USA',
      date: '1932-06-02',
      angler: 'George Perry',
      source: 'IGFA',
    },
    service: null,
  },
  max_weight_lbs: 22.25,
  max_length_in: 38.2,
  updated_at: '2026-01-01T00:00:00.000Z',
};

export const speciesDocs: readonly RouteDocs[] = [
  {
    method: 'GET',
    path: '/v1/species',
    tag: 'Species',
    summary: 'List and search species',
    description:
      '`q` finds by any name in any language, with typos; the best matches come first unless `sort` says otherwise.',
    query: listSpeciesQuery,
    answers: {
      200: {
        description: 'A page of species.',
        schema: listOf(speciesSchema.partial(), 'SpeciesList'),
        example: { data: [EXAMPLE], total: 1, page: 1, per_page: 25, has_more: false, next_cursor: null },
        headers: { Link: 'Other pages (RFC 8288).' },
      },
    },
  },
  {
    method: 'GET',
    path: '/v1/species/{id}',
    tag: 'Species',
    summary: 'Read a species',
    parameters: { id: 'The id or the slug.' },
    query: readSpeciesQuery,
    answers: {
      200: {
        description: 'The species, or the fields that were asked for.',
        schema: speciesSchema.partial(),
        example: EXAMPLE,
      },
    },
    problems: { 404: ['species.not_found'] },
  },
];
